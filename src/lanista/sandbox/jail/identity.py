"""The identity of a bot within its jail, the same in every one."""

INNER = 1000  # its user and its group
HOSTNAME = "bot"
HOME = "/tmp"
