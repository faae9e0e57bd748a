"""HAProxy in front of nodes, as script/cluster has it."""

import subprocess
import time
from pathlib import Path

from console_process import free_port

_SETTINGS = """
global
    maxconn 4000
defaults
    mode tcp
    balance roundrobin
    timeout connect 2s
    timeout client 5m
    timeout server 5m
    option redispatch
listen console
    bind 127.0.0.1:{port}
    option httpchk GET /readyz
{servers}
"""


class Balancer:
    """`with Balancer(home, nodes) as balancer:` it serves at `balancer.url`."""

    def __init__(self, home, nodes):
        self.port = free_port()
        self._file = Path(home) / "haproxy.cfg"
        servers = "\n".join(f"    server node-{place} 127.0.0.1:{node.port} check inter 500ms" for place, node in enumerate(nodes))
        self._file.write_text(_SETTINGS.format(port=self.port, servers=servers))
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        self.process = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", self._file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(2)  # until every node was asked whether it is ready
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(10)
