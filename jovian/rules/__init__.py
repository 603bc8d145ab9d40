"""The rules: procedures, the attack formula, and the effects that change them. One file per heading of the rulebook."""
