"""`console push-service` and devices that it can reach: what tests of pushes stand on.

Devices are bound through the gateway, many at a time, as their apps would; nothing here knows of the console's database.
"""

import base64
import contextlib
import hashlib
import http.client
import json
import selectors
import signal
import socket
import subprocess
import time
from pathlib import Path

from console_process import binary, free_port

TOPIC = "com.example.push"
KEY = {"keyId": "ABC123DEFG", "teamId": "TEAM123456", "topic": TOPIC}


class PushService:
    """The stand-in, on a port and with files of its own below `folder`; a `with` block starts and stops it."""

    def __init__(self, folder, *arguments):
        self.folder, self.arguments = Path(folder), arguments
        self.log, self.certificate = self.folder / "pushes.jsonl", self.folder / "push-service.pem"
        self.port = free_port()
        self.process = None

    def __enter__(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = subprocess.Popen(
            [binary(), "push-service", "--port", str(self.port), "--log", self.log, "--certificate-file", self.certificate, "--json", *self.arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        if not self.process.stdout.readline():
            raise RuntimeError(f"console push-service: exit {self.process.wait()}")
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Its figures, by end."""
        if self.process.poll() is not None:
            return {}
        self.process.send_signal(signal.SIGTERM)
        with self.process.stdout as output:
            text = output.readline()
        self.process.wait(20)
        return json.loads(text) if text else {}

    def lines(self, taken=True):
        """What came, in order; all of it, or what was taken: answered with 200, or not answered at all."""
        if not self.log.exists():
            return []
        text = self.log.read_text()
        found = [json.loads(line) for line in text[:text.rfind("\n") + 1].splitlines()]
        return [line for line in found if line["status"] in (200, 0)] if taken else found

    def count(self):
        """Lines, without reading what they say."""
        if not self.log.exists():
            return 0
        with self.log.open("rb") as file:
            return sum(part.count(b"\n") for part in iter(lambda: file.read(1 << 20), b""))

    def add_certificate(self, console, app, **fields):
        """Brings a token key whose endpoint is this service; answers the certificate's document."""
        fields = KEY | {"host": "127.0.0.1", "port": str(self.port), "trustedRoot": self.certificate.read_text()} | fields
        body = b"".join(f'--xyz\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode() for name, value in fields.items())
        body += b'--xyz\r\nContent-Disposition: form-data; name="file"; filename="AuthKey.p8"\r\n\r\n' + token_key(self.folder) + b"\r\n--xyz--\r\n"
        connection = http.client.HTTPConnection(console.hostname, console.port, timeout=30)
        with contextlib.closing(connection):
            connection.request("POST", f"/api/v1/apps/{app}/push-certificates", body, {
                "Authorization": f"Bearer {console.token}", "Content-Type": "multipart/form-data; boundary=xyz"})
            response = connection.getresponse()
            text = response.read()
        if response.status != 201:
            raise RuntimeError(f"push-certificates: {response.status} {text.decode()}")
        return json.loads(text)


def token_key(folder):
    """A `.p8` as Apple hands it out."""
    made = subprocess.run(["openssl", "ecparam", "-genkey", "-name", "prime256v1", "-noout"], capture_output=True, check=True, timeout=60)
    return subprocess.run(["openssl", "pkcs8", "-topk8", "-nocrypt"], input=made.stdout, capture_output=True, check=True, timeout=60, cwd=folder).stdout


def token_of(number, prefix=""):
    """A token of Apple's kind, another one for each number; the prefix chooses what the stand-in does with it."""
    return prefix + hashlib.sha256(f"token {number}".encode()).hexdigest()[len(prefix):] if prefix else f"00{number:062x}"


class Devices:
    """Devices of an app for iOS that bind themselves through the gateway."""

    def __init__(self, console, app):
        _, platform = console.api("GET", f"/apps/{app}/platforms/ios")
        _, secret = console.api("POST", f"/apps/{app}/platforms/ios/secret-reveal", {})
        self.console, self.secret = console, secret["appSecret"]
        self.head = (f"POST /mgw.htm HTTP/1.1\r\nHost: {console.hostname}:{console.port}\r\nAppId: {platform['appKey']}\r\n"
                     f"WorkspaceId: {platform['workspaceId']}\r\nVersion: 2.3.0\r\nPlatform: ios\r\n")

    def bind(self, count, first=0, connections=64, ahead=16):
        """Binds devices `UTDpush…` with tokens and users of their own: some requests ahead on each of some connections; answers the seconds it took."""
        began, numbers = time.monotonic(), list(range(first, first + count))
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(socket.create_connection((self.console.hostname, self.console.port), timeout=60)) for _ in range(connections)]
            while numbers:
                batches = [(line, [numbers.pop() for _ in range(min(ahead, len(numbers)))]) for line in lines]
                for line, batch in batches:
                    line.sendall(b"".join(self.binding(number) for number in batch))
                _read_answers({line: len(batch) for line, batch in batches if batch})
        return time.monotonic() - began

    def binding(self, number):
        request = {"token": token_of(number), "osType": "2", "userId": f"user{number}", "did": device_of(number), "osVersion": "26.1",
                   "mobileModel": "iPhone17,1", "timeZone": "+08:00", "language": "zh-Hans"}
        return self.request("mpaas.push.bind", request, device_of(number))

    def request(self, operation, request, did):
        """The bytes of a signed call."""
        body, ts = json.dumps([{"_requestBody": request}]).encode(), str(int(time.time() * 1000))
        text = f"Operation-Type={operation}&Request-Data={base64.b64encode(body).decode()}&Ts={ts}"
        sign = hashlib.md5(f"{self.secret}&{text}".encode()).hexdigest()
        return (f"{self.head}Operation-Type: {operation}\r\nTs: {ts}\r\nSign: {sign}\r\nDid: {did}\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body


def device_of(number):
    return f"UTDpush{number:06d}"


def _read_answers(expected):
    """Reads as many answers of the gateway as each connection owes; raises for one that is no success."""
    rests = dict.fromkeys(expected, b"")
    with selectors.DefaultSelector() as selector:
        for line in expected:
            selector.register(line, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(60)
            if not ready:
                raise TimeoutError("the gateway does not answer")
            for key, _ in ready:
                line = key.fileobj
                part = line.recv(1 << 16)
                if not part:
                    raise ConnectionError("the gateway hung up")
                rests[line], count = _take(rests[line] + part)
                expected[line] -= count
                if expected[line] <= 0:
                    selector.unregister(line)


def _take(bytes_):
    """(what is left, whole answers that were in it)"""
    count = 0
    while (end := bytes_.find(b"\r\n\r\n")) >= 0:
        fields = dict(field.lower().split(b": ", 1) for field in bytes_[:end].split(b"\r\n")[1:])
        size = end + 4 + int(fields.get(b"content-length", b"0"))
        if len(bytes_) < size:
            break
        if fields.get(b"result-status") != b"1000":
            raise RuntimeError(bytes_[:size].decode(errors="replace"))
        bytes_, count = bytes_[size:], count + 1
    return bytes_, count


class Message:
    """A message of an app by the API: drafted, reviewed, confirmed, and looked after until it is over."""

    def __init__(self, console, app, **fields):
        self.console, self.all = console, f"/apps/{app}/push-messages"
        self.document = self.ask("POST", self.all, {"title": "十一月上新", "body": "打开看看", "target": {"all": True}} | fields, 201)
        self.path = f"{self.all}/{self.document['id']}"

    def ask(self, method, path, body=None, *statuses):
        status, answer = self.console.api(method, path, body)
        if status not in (statuses or (200, 201)):
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer

    def review(self):
        """Freezes the audience; answers how many devices."""
        return self.ask("POST", f"{self.path}/review", {})["audience"]

    def send(self, window=0):
        """Reviews and confirms; answers how many devices."""
        count = self.review()
        self.ask("POST", f"{self.path}/confirmation", {"count": count, "windowSeconds": window})
        return count

    def shown(self):
        return self.ask("GET", self.path)

    def statistics(self):
        return self.ask("GET", f"{self.path}/statistics")

    def wait(self, *states, seconds=60):
        """Until it is in one of these states; answers its document."""
        end = time.monotonic() + seconds
        while (shown := self.shown())["state"] not in states:
            if time.monotonic() > end:
                raise TimeoutError(f"the message is {shown['state']} after {seconds} s: {shown['figures']}")
            time.sleep(0.1)
        return shown
