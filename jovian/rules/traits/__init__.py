"""Traits of models and weapons, weapon types and states: the effects that bend the rules."""
