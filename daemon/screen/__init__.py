"""The screen board, scanned and lit like a real one."""
