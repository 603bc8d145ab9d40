"""Objectives and Victory Points, deployment zones, tokens, stations and objects, and special rules of scenarios."""
