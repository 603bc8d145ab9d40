"""Descriptions that help to choose: odds of shots and answers, threats, and the texts of unit cards."""
