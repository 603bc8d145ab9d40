"""What scenarios add to the rules.

- `objectives.py`: objectives, Victory Points (also those of Crippled ships), and the early end of a game
- `objects.py`: space stations and unidentified objects, with searches of them and what their objectives count
- `special.py`: special rules such as Solar Storm, Ambush, and no withdrawal
- `tokens.py`: tokens that models search for, mine, or carry
- `zones.py`: deployment types and zones, such as Corner Deployment
"""
