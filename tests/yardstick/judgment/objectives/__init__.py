"""What the objectives of a scenario make worth doing, in Threat Value; nothing where most Victory Points are all.

Whatever is counted is counted by the clauses themselves, over the state as it would be: no scenario is known by name.
"""
