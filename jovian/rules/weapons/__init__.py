"""Weapons: types and traits of weapons as effects, in small families, and the catalog that lists them."""
