"""Tests of the mutation sample in `tools/mutation`."""
