"""Parts that the programs beside this folder share: nothing to start."""
