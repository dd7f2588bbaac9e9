"""Running a server: its folder, its processes, the disk, backups, checks, and a demonstration."""
