"""What cards hold, as frozen values, and the closed lists of names that may stand in them. No file is read here."""
