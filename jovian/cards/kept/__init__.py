"""Cards that were checked once are kept, so that the next start neither reads their YAML nor builds their schemas."""
