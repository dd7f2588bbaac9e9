"""A node of a Ray cluster, in a process group that a test may kill: `ADDRESS CORES`.

`ray start` would do the same, but refuses to join a cluster that listens on this machine only.
"""

import importlib
import sys


def main() -> None:
    """Join a cluster until standard input is closed."""
    address, cores = sys.argv[1:]
    settings = importlib.import_module("ray._private.parameter").RayParams(
        gcs_address=address,
        node_ip_address="127.0.0.1",
        num_cpus=int(cores),
        object_store_memory=80 * 2**20,
        min_worker_port=0,
        max_worker_port=0,
        node_manager_port=0,
        include_log_monitor=False,
    )
    node = importlib.import_module("ray._private.node").Node(
        settings, head=False, shutdown_at_exit=False, spawn_reaper=True
    )
    print("joined", flush=True)
    sys.stdin.read()
    node.kill_all_processes(check_alive=False, allow_graceful=False)


if __name__ == "__main__":
    main()
