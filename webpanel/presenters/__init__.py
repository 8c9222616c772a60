"""Presenters: values for pages and JSON, made of scenes, records and reviews."""
