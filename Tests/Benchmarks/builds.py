"""What issue 7 promises of builds: how fast a package of 2 GB comes in beside the same `curl` upload to nginx, with how much memory, and how many QR codes a
core draws."""

import os
import shutil
import statistics
import subprocess
import time
import urllib.parse
import zipfile
from pathlib import Path

import gateway
from console_process import free_port

CHUNK = 64 << 20


class BuildMeasures:
    """Its rows go where the bench's go."""

    def __init__(self, bench, console_type, quick):
        self.bench, self.console_type = bench, console_type
        self.size = 256 << 20 if quick else 2 << 30

    def run(self):
        package = self.bench.folder / "package.ipa"
        write_package(package, self.size)
        with self.console_type(self.bench.folder / "builds") as console:
            app, _ = console.create_app("Bench", "Bench")
            self.measure_upload(console, app, package)
            self.measure_pictures(console, app)
        self.bench.discard("builds", "package.ipa")

    def measure_upload(self, console, app, package):
        """nginx and the console in turn, so that a change of the machine's mood strikes both."""
        idle, plain, flushed, ours = console.memory("VmRSS"), [], [], []
        console.reset_peak_memory()
        for turn in range(3):
            warm(self.bench.folder / "warm", self.size)
            with Nginx(self.bench.folder / "nginx") as server:
                plain.append(server.take(package))
                flushed.append(plain[-1] + flush_seconds(server.taken))
            warm(self.bench.folder / "warm", self.size)
            ours.append(bring(console, app, package))
            self.bench.say(f"nginx {plain[-1]:.2f} s, with a flush {flushed[-1]:.2f} s, build {ours[-1]:.2f} s")
        self.bench.discard("nginx")
        size, rate = package.stat().st_size / 1e6, lambda times: package.stat().st_size / 1e6 / statistics.median(times)
        self.bench.row(f"Upload of a build of {size:,.0f} MB with curl, hashed twice, read, on disk", "≥ 0.5 × curl to nginx",
                       f"{rate(ours):,.0f} of {rate(plain):,.0f} MB/s = {rate(ours) / rate(plain):.2f} ×")
        self.bench.row("The same beside nginx and a flush of its file", "", f"{rate(flushed):,.0f} MB/s, so {rate(ours) / rate(flushed):.2f} ×")
        self.bench.row("Memory above idle meanwhile", "< 64 MB", f"{(console.memory('VmHWM') - idle) / 1e6:.0f} MB")

    def measure_pictures(self, console, app):
        """The console on one core, the asking on the other."""
        small = self.bench.folder / "small.ipa"
        write_package(small, 1 << 16)
        bring(console, app, small, keep=True)
        build = console.api("GET", f"/apps/{app}/builds")[1]["items"][0]["id"]
        script = self.bench.folder / "token.lua"
        script.write_text(f'wrk.headers["Authorization"] = "Bearer {console.token}"\n')
        pin(console.process.pid, 0)
        rate, p99 = gateway.wrk(f"{console.url}/api/v1/apps/{app}/builds/{build}/qr.png", self.bench.seconds, script)
        self.bench.discard("small.ipa", "token.lua")
        self.bench.row("QR codes as PNG, asked for over HTTP, one core", "≥ 1,000 a second", f"{rate:,.0f} a second, p99 {p99:.1f} ms")


class Nginx:
    """Takes files by PUT and lays them into a folder, with one worker and nothing else to do."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.taken = folder / "files" / "package.ipa"

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("files", "body", "logs"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "nginx.conf").write_text(f"""
            daemon off; worker_processes 1; pid {self.folder}/nginx.pid; error_log {self.folder}/logs/error.log;
            user {'root' if os.getuid() == 0 else 'nobody'};
            events {{ worker_connections 64; }}
            http {{
                access_log off; client_body_temp_path {self.folder}/body; proxy_temp_path {self.folder}/proxy;
                fastcgi_temp_path {self.folder}/fastcgi; uwsgi_temp_path {self.folder}/uwsgi; scgi_temp_path {self.folder}/scgi;
                server {{
                    listen 127.0.0.1:{self.port}; root {self.folder}/files; client_max_body_size 0; client_body_buffer_size 1m;
                    location / {{ dav_methods PUT; }}
                }}
            }}""")
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        if program is None:
            raise RuntimeError("nginx is not installed: script/setup --tests")
        self.process = subprocess.Popen([program, "-p", self.folder, "-c", self.folder / "nginx.conf"], stderr=subprocess.DEVNULL)
        for _ in range(100):
            if subprocess.run(["curl", "-s", "-o", os.devnull, f"http://127.0.0.1:{self.port}/"], check=False).returncode == 0:
                return self
            time.sleep(0.05)
        raise RuntimeError((self.folder / "logs/error.log").read_text())

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def take(self, file):
        return curl(file, f"http://127.0.0.1:{self.port}/package.ipa", ())


def curl(file, address, headers):
    """Seconds until the answer is there; raises when it is none of success."""
    words = ["curl", "-sS", "-T", file, "-o", os.devnull, "-w", "%{http_code} %{time_total}", "-H", "Expect:"]
    for header in headers:
        words += ["-H", header]
    code, seconds = subprocess.run([*words, address], check=True, capture_output=True, text=True).stdout.split()
    if code not in ("200", "201", "204"):
        raise RuntimeError(f"{address}: {code}")
    return float(seconds)


def bring(console, app, package, keep=False):
    """Seconds until a package is a build. It is removed again, as the same file would be the same build."""
    address = f"{console.url}/api/v1/apps/{app}/builds/upload?" + urllib.parse.urlencode({"filename": package.name})
    seconds = curl(package, address, (f"Authorization: Bearer {console.token}", "Content-Type: application/octet-stream"))
    if not keep:
        build = console.api("GET", f"/apps/{app}/builds")[1]["items"][0]["id"]
        console.api("DELETE", f"/apps/{app}/builds/{build}")
    return seconds


def warm(file, size):
    """Memory that a virtual machine has not had for some seconds costs it a second and more per 500 MB of written file, whoever writes: dd takes 0.4 s
    for 1 GB or 4 s. So a file is written and removed before each measure, and both go into memory that was used just before.
    """
    with open(file, "wb") as opened:
        for _ in range(0, size, CHUNK):
            opened.write(bytes(CHUNK))
    os.unlink(file)


def flush_seconds(file):
    began = time.perf_counter()
    with open(file, "rb") as opened:
        os.fsync(opened.fileno())
    return time.perf_counter() - began


def write_package(path, size):
    """An app with one large file that does not shrink, as machine code hardly does once it is deflated."""
    info = {"CFBundleIdentifier": "com.example.bench", "CFBundleShortVersionString": "1.0", "CFBundleVersion": "1", "MinimumOSVersion": "15.0"}
    keys = "".join(f"<key>{key}</key><string>{value}</string>" for key, value in info.items())
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Payload/Bench.app/Info.plist", f'<?xml version="1.0"?><plist version="1.0"><dict>{keys}</dict></plist>')
        with archive.open(zipfile.ZipInfo("Payload/Bench.app/Assets.car"), "w", force_zip64=True) as file:
            for start in range(0, size, CHUNK):
                file.write(os.urandom(min(CHUNK, size - start)))


def pin(process, core):
    """All threads that a program has, and will have, to one core."""
    for thread in Path(f"/proc/{process}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {core})
