"""What enemies may yet do to a model, and what it may do to them next: tables filled from the real formula."""
