"""Traits of models, and states that actions and supplies bring about."""
