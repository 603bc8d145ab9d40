"""Poses, and the shapes that stand at them: bases and outlines, cut, turned and added."""
