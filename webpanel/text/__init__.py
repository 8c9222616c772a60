"""Texts: translations, guides, Markdown and their extraction for catalogues."""
