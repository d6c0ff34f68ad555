"""Starting the federation's services on any system. Knows the services; none knows it."""
