"""The system calls that a bot may not make, each with the reason. Everything else is allowed.

What an innocent runtime may try gets an error that it copes with; what only an attacker does kills the process."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

NEWEST = 469  # calls with higher numbers are newer than this list, and unknown to a bot

NUMBERS = {  # on x86_64 and aarch64, -1 where there is no such call
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "chroot": (161, 51),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "clone3": (435, 435),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "fcntl": (72, 25),
    "finit_module": (313, 273),
    "flock": (73, 32),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "init_module": (175, 105),
    "inotify_init": (253, -1),
    "inotify_init1": (294, 26),
    "io_setup": (206, 0),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioctl": (16, 29),
    "ioperm": (173, -1),
    "iopl": (172, -1),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "kill": (62, 129),
    "lookup_dcookie": (212, 18),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "migrate_pages": (256, 238),
    "modify_ldt": (154, -1),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "nfsservctl": (180, 42),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "open_tree_attr": (467, 467),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pivot_root": (155, 41),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "semget": (64, 190),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "setpriority": (141, 140),
    "setsockopt": (54, 208),
    "settimeofday": (164, 170),
    "shmget": (29, 194),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "sync": (162, 81),
    "syncfs": (306, 267),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "uselib": (134, -1),
    "userfaultfd": (323, 282),
    "vhangup": (153, 58),
    "vmsplice": (278, 75),
}


class SyscallAction(Enum):
    """The kernel's reaction to a refused call: the value that a filter returns."""

    KILL = 0x80000000
    EPERM = 0x00050001
    ENOSYS = 0x00050026
    EAFNOSUPPORT = 0x00050061
    PRETEND = 0x00050000  # nothing, and the call succeeds

    def __str__(self) -> str:
        return {"KILL": "kills the process", "PRETEND": "does nothing"}.get(self.name, f"fails with {self.name}")


class SyscallArgument(NamedTuple):
    """A condition on an argument of a call (its lower 32 bits, which are all that these calls look at)."""

    number: int  # from 0
    kind: str  # "in", "not in" or "bits": has at least one bit of the only value
    values: tuple[int, ...]


class Rule(NamedTuple):
    """Calls that are refused with such arguments, unless the jail has its own of everything in `unless`."""

    calls: str  # separated by spaces
    action: SyscallAction
    reason: str
    arguments: tuple[SyscallArgument, ...] = ()
    unless: tuple[str, ...] = ()
    condition: str = ""  # the arguments in words


OWN = ("pids", "ipc", "network", "quotas", "memory")  # what may belong to a jail alone: namespaces, and limits
AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
NEW_NAMESPACES = 0x7E020000  # CLONE_NEW* without NEWTIME, whose bit means something else to clone
NEW_TIME = 0x80
ADDR_NO_RANDOMIZE, QUERY = 0x0040000, 0xFFFFFFFF
TIOCSTI, TIOCLINUX, TIOCSETD = 0x5412, 0x541C, 0x5423
PR_SET_PDEATHSIG, PR_SET_MM, PR_SET_MEMORY_MERGE = 1, 35, 67
SET_LOCKS = (6, 7, 37, 38)
F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ = 1024, 1026, 1031
SOL_SOCKET, BUFFER_SIZES = 1, (7, 8, 32, 33)
EVERYBODY = 0xFFFFFFFF  # kill(-1)
_NOT_ITSELF = (SyscallArgument(0, "not in", (0,)),)
_FAMILIES = (AF_UNIX, AF_INET, AF_INET6)

RULES = (
    Rule(
        "ptrace process_vm_readv process_vm_writev pidfd_getfd",
        SyscallAction.KILL,
        "would control another process, or read its memory or its files",
    ),
    Rule("bpf", SyscallAction.KILL, "would load programs into the kernel"),
    Rule(
        "kexec_load kexec_file_load init_module finit_module delete_module",
        SyscallAction.KILL,
        "would replace the kernel or parts of it",
    ),
    Rule("open_by_handle_at", SyscallAction.KILL, "would open files that are outside what the bot may see"),
    Rule("settimeofday clock_settime", SyscallAction.KILL, "would set the machine's clock"),
    Rule("reboot swapon swapoff acct", SyscallAction.KILL, "would administer the machine"),
    Rule("iopl ioperm", SyscallAction.KILL, "would access devices directly"),
    Rule(
        "kill",
        SyscallAction.KILL,
        "would signal every process of the user, the referee included",
        (SyscallArgument(0, "in", (EVERYBODY,)),),
        ("pids",),
        "pid -1",
    ),
    Rule("clone3", SyscallAction.ENOSYS, "its flags cannot be checked; C libraries then use clone"),
    Rule(
        "clone",
        SyscallAction.EPERM,
        "in its own namespaces a bot would have privileges",
        (SyscallArgument(0, "bits", (NEW_NAMESPACES,)),),
        (),
        "with CLONE_NEW*",
    ),
    Rule(
        "unshare",
        SyscallAction.EPERM,
        "in its own namespaces a bot would have privileges",
        (SyscallArgument(0, "bits", (NEW_NAMESPACES | NEW_TIME,)),),
        (),
        "with CLONE_NEW*",
    ),
    Rule("setns", SyscallAction.EPERM, "would enter the namespaces of another process"),
    Rule(
        "mount umount2 pivot_root chroot fsopen fsconfig fsmount fspick move_mount open_tree open_tree_attr"
        " mount_setattr",
        SyscallAction.EPERM,
        "would change what the bot sees of the disk",
    ),
    Rule(
        "io_uring_setup io_uring_enter io_uring_register",
        SyscallAction.EPERM,
        "requests in a ring are not filtered, and the interface has had many holes",
    ),
    Rule("perf_event_open", SyscallAction.EPERM, "measures other processes and the kernel"),
    Rule(
        "userfaultfd",
        SyscallAction.EPERM,
        "lets a process stop the kernel in the middle of a call: a tool of exploits",
    ),
    Rule("add_key request_key keyctl", SyscallAction.EPERM, "keyrings are shared by all processes of a user"),
    Rule("fanotify_init", SyscallAction.EPERM, "would watch the files of others"),
    Rule(
        "inotify_init inotify_init1",
        SyscallAction.ENOSYS,
        "the kernel counts the instances of all processes of a user",
        (),
        ("quotas",),
    ),
    Rule(
        "io_setup", SyscallAction.ENOSYS, "the kernel counts requests of the whole machine; runtimes use threads"
    ),
    Rule("name_to_handle_at lookup_dcookie", SyscallAction.EPERM, "identifies files beyond what the bot may see"),
    Rule("kcmp process_madvise process_mrelease", SyscallAction.EPERM, "inspects or changes another process"),
    Rule("move_pages migrate_pages", SyscallAction.EPERM, "moves the memory of another process"),
    Rule("memfd_secret", SyscallAction.ENOSYS, "memory that no watch can see"),
    Rule("syslog", SyscallAction.EPERM, "reads the kernel's log"),
    Rule("adjtimex clock_adjtime", SyscallAction.EPERM, "would adjust the machine's clock"),
    Rule(
        "quotactl quotactl_fd sethostname setdomainname vhangup",
        SyscallAction.EPERM,
        "would administer the machine",
    ),
    Rule(
        "modify_ldt",
        SyscallAction.EPERM,
        "old interface to the processor; only exploits and 16-bit programs use it",
    ),
    Rule("nfsservctl uselib", SyscallAction.ENOSYS, "obsolete"),
    Rule(
        "personality",
        SyscallAction.EPERM,
        "other execution domains weaken the protection of memory",
        (SyscallArgument(0, "not in", (0, ADDR_NO_RANDOMIZE, QUERY)),),
        (),
        "other than 0, ADDR_NO_RANDOMIZE or a query",
    ),
    Rule(
        "ioctl",
        SyscallAction.EPERM,
        "would type into the terminal, or change how it works",
        (SyscallArgument(1, "in", (TIOCSTI, TIOCLINUX, TIOCSETD)),),
        (),
        "TIOCSTI, TIOCLINUX, TIOCSETD",
    ),
    Rule(
        "prctl",
        SyscallAction.EPERM,
        "would outlive its supervisor",
        (SyscallArgument(0, "in", (PR_SET_PDEATHSIG,)), SyscallArgument(1, "in", (0,))),
        (),
        "PR_SET_PDEATHSIG 0",
    ),
    Rule(
        "prctl",
        SyscallAction.EPERM,
        "would disguise itself, or learn the contents of others' memory from merged pages",
        (SyscallArgument(0, "in", (PR_SET_MM, PR_SET_MEMORY_MERGE)),),
        (),
        "PR_SET_MM, PR_SET_MEMORY_MERGE",
    ),
    Rule(
        "prlimit64",
        SyscallAction.EPERM,
        "would limit another process, the referee included",
        _NOT_ITSELF,
        (),
        "of a process id other than 0",
    ),
    Rule(
        "socket",
        SyscallAction.EAFNOSUPPORT,
        "other families reach the kernel's configuration, other machines or devices",
        (SyscallArgument(0, "not in", _FAMILIES),),
        (),
        "other than AF_UNIX, AF_INET, AF_INET6",
    ),
    Rule(
        "socket",
        SyscallAction.EAFNOSUPPORT,
        "would reach the network",
        (SyscallArgument(0, "not in", (AF_UNIX,)),),
        ("network",),
        "other than AF_UNIX",
    ),
    Rule(
        "socketpair",
        SyscallAction.EAFNOSUPPORT,
        "only local pairs are of use",
        (SyscallArgument(0, "not in", (AF_UNIX,)),),
        (),
        "other than AF_UNIX",
    ),
    Rule(
        "flock", SyscallAction.PRETEND, "a lock on a file that two bots can open would carry messages between them"
    ),
    Rule(
        "fcntl",
        SyscallAction.PRETEND,
        "a lock on a file that two bots can open would carry messages between them",
        (SyscallArgument(1, "in", SET_LOCKS),),
        (),
        "F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW",
    ),
    Rule(
        "fcntl",
        SyscallAction.EPERM,
        "would notice that another bot reads or opens a file",
        (SyscallArgument(1, "in", (F_SETLEASE, F_NOTIFY)),),
        (),
        "F_SETLEASE, F_NOTIFY",
    ),
    Rule("sync syncfs", SyscallAction.PRETEND, "would make the whole machine wait for its disks"),
    Rule(
        "setpriority",
        SyscallAction.EPERM,
        "would slow down other processes of the user",
        (SyscallArgument(0, "not in", (0,)),),
        ("pids",),
        "of a group or user",
    ),
    Rule(
        "setpriority",
        SyscallAction.EPERM,
        "would slow down other processes of the user",
        (SyscallArgument(1, "not in", (0,)),),
        ("pids",),
        "of another process",
    ),
    Rule(
        "sched_setaffinity sched_setattr sched_setparam sched_setscheduler",
        SyscallAction.EPERM,
        "would slow down other processes of the user",
        _NOT_ITSELF,
        ("pids",),
        "of a process id other than 0",
    ),
    Rule("ioprio_set", SyscallAction.EPERM, "would slow down other processes of the user", (), ("pids",)),
    Rule(
        "shmget semget msgget mq_open",
        SyscallAction.EPERM,
        "shared with every process of the user, outside every memory limit, and left behind",
        (),
        ("ipc", "memory"),
    ),
    Rule(
        "setsockopt",
        SyscallAction.PRETEND,
        "larger buffers would be memory outside every limit",
        (SyscallArgument(1, "in", (SOL_SOCKET,)), SyscallArgument(2, "in", BUFFER_SIZES)),
        ("memory",),
        "SO_SNDBUF, SO_RCVBUF",
    ),
    Rule(
        "fcntl",
        SyscallAction.EPERM,
        "larger pipes would be memory outside every limit",
        (SyscallArgument(1, "in", (F_SETPIPE_SZ,)),),
        ("memory",),
        "F_SETPIPE_SZ",
    ),
    Rule("vmsplice", SyscallAction.EPERM, "pages in a pipe are memory outside every limit", (), ("memory",)),
    Rule("memfd_create", SyscallAction.ENOSYS, "memory outside every limit", (), ("memory",)),
)

OWN_TEXT = {
    "pids": "a PID namespace",
    "ipc": "an IPC namespace",
    "network": "a network namespace",
    "quotas": "a user namespace with its own limits",
    "memory": "a memory limit over all processes",
}


def table() -> list[tuple[str, str, str]]:
    """For people: calls with their condition, what happens instead, and why."""
    return [(_what(rule), str(rule.action), rule.reason + _except(rule)) for rule in RULES]


def _what(rule: Rule) -> str:
    calls = ", ".join(f"`{call}`" for call in rule.calls.split())
    return f"{calls} {rule.condition}" if rule.condition else calls


def _except(rule: Rule) -> str:
    return f" (unless the bot has {' and '.join(map(OWN_TEXT.__getitem__, rule.unless))})" if rule.unless else ""
