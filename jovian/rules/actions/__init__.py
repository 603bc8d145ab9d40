"""The actions of the book, one file each (v1.2.4 Action). `catalog` lists those that are in play."""
