"""A client of the console, written from the contract alone, as an integrator would write it.

It knows one thing a sentence: how to ask over TCP, TLS or a Unix socket, the bearer token of the API, pages of a list, the
download of a configuration and the headers of an upload. It judges nothing: every call answers with an `Answer`.
"""

import contextlib
import gzip
import http.client
import json
import socket
import urllib.parse
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Answer:
    """What came back, as it came."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def type(self):
        """The media type without its parameters."""
        return (self.headers["Content-Type"] or "").partition(";")[0].strip()

    @cached_property
    def json(self):
        return json.loads(self.body)

    @property
    def text(self):
        return self.body.decode()


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("console", timeout=30)
        self._path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class ContractClient:
    """One console as a script or a device sees it. `token` None asks as nobody."""

    def __init__(self, port=None, token=None, unix_socket=None, tls=None):
        self._port, self._unix_socket, self._tls = port, unix_socket, tls
        self.token = token

    def with_token(self, token):
        """The same console, asked by somebody else."""
        return ContractClient(self._port, token, self._unix_socket, self._tls)

    def ask(self, method, path, body=None, headers=None):
        """One request as given: a path from the root, bytes as the body, no header of ours."""
        connection = self._connection()
        try:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # "too large 413" may be said before all was sent
                connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def api(self, method, path, value=None, **headers):
        """"The same resources as JSON live under `/api/v1/…` (bearer token, scopes, no cookie)." Underscores of header names are hyphens."""
        fields = {name.replace("_", "-"): text for name, text in headers.items()}
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        if value is not None:
            fields["Content-Type"] = "application/json"
        return self.ask(method, f"/api/v1{path}", None if value is None else json.dumps(value).encode(), fields)

    def get(self, path, **query):
        """GET below `/api/v1`; `from_` is written for the word Python keeps to itself."""
        words = {name.rstrip("_"): text for name, text in query.items() if text is not None}
        return self.api("GET", path + ("?" + urllib.parse.urlencode(words) if words else ""))

    def post(self, path, value, **headers):
        return self.api("POST", path, value, **headers)

    def every_item(self, path, limit=100, **query):
        """All items of a list: "`?limit=` and `?cursor=`; answer `{"items":[…],"next":"<cursor>"|null,"total":N}`"."""
        cursor, items = None, []
        while True:
            page = self.get(path, limit=limit, cursor=cursor, **query).json
            items += page["items"]
            cursor = page["next"]
            if cursor is None:
                return items

    def upload(self, product, lines, device="UTDcontract0001", batch=None, zipped=False, **headers):
        """`POST /loggw/logUpload.do`: "Body: log lines separated by `\\n`", or the bytes given."""
        body = lines if isinstance(lines, bytes) else "\n".join(lines).encode()
        if zipped:
            body, headers["Content-Encoding"] = gzip.compress(body), "gzip"
        return self.ask("POST", "/loggw/logUpload.do", body, device_headers(product, device, batch, **headers))

    def upload_crash(self, product, text, device="UTDcontract0001", batch=None, **headers):
        """`POST /loggw/crash.do`: "same headers, body = the text, `.ips` or `.plcrash` file"."""
        body = text if isinstance(text, bytes) else text.encode()
        return self.ask("POST", "/loggw/crash.do", body, device_headers(product, device, batch, **headers))

    def _connection(self):
        if self._unix_socket:
            return _UnixConnection(self._unix_socket)
        if self._tls:
            return http.client.HTTPSConnection("localhost", self._port, timeout=30, context=self._tls)
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)


def device_headers(product, device, batch=None, **others):
    """"Headers `productId` (log product id), `productVersion`, `utdId`, `userId?`, `bizCode?`, `X-Batch-Id?`, `Content-Encoding: gzip?`"."""
    fields = {"productId": product, "productVersion": "1.0.0", "utdId": device}
    if batch:
        fields["X-Batch-Id"] = batch
    return fields | {name.replace("_", "-"): text for name, text in others.items()}
