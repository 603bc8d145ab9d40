"""Whatever bends a core rule: traits, weapon types, states, terrain and options. `catalog` lists them all."""
