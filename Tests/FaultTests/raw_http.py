"""HTTP by hand: bytes in, status out. For requests that no HTTP library would send."""

import select
import socket
import time


def request_head(path, headers, method="POST"):
    """Request line and headers, with the empty line."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def exchange(port, chunks, timeout=30, half_close=False):
    """Sends the chunks until the server answers or hangs up; answers (status or None, all bytes received).

    Reading goes on beside writing, as a server may refuse a body before it has come. A reset counts as the end.
    """
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        connection.setblocking(False)
        received, sending, pending, end = b"", iter(chunks), b"", time.monotonic() + timeout
        while time.monotonic() < end:
            if not pending and sending is not None:
                pending = next(sending, None)
                if pending is None:
                    sending, pending = None, b""
                    if half_close:
                        connection.shutdown(socket.SHUT_WR)
            readable, writable, _ = select.select([connection], [connection] if pending else [], [], 0.5)
            try:
                if readable:
                    part = connection.recv(65_536)
                    received += part
                    if not part or _is_complete(received):
                        break
                elif writable:
                    pending = pending[connection.send(pending):]
            except OSError:
                received += _rest(connection)
                break
        return status(received), received


def status(received):
    """The status code of the first response in `received`, or None."""
    words = received.split(b" ", 2)
    return int(words[1]) if len(words) > 2 and words[0].startswith(b"HTTP/1.") and words[1].isdigit() else None


def slowly(first, rest, port, pause=1.0, timeout=90):
    """Sends `first` at once, then `rest` one byte each `pause` seconds.

    Answers (status or None, seconds until the server answered or hung up); the status is -1 when it had done neither at the timeout.
    """
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=pause) as connection:
        try:
            connection.sendall(first)
            for byte in rest:
                if select.select([connection], [], [], pause)[0]:
                    return status(connection.recv(65_536)), time.monotonic() - began
                if time.monotonic() - began > timeout:
                    return -1, time.monotonic() - began
                connection.sendall(bytes([byte]))
        except OSError:
            return None, time.monotonic() - began
    return -1, time.monotonic() - began


def _is_complete(received):
    """Whether the first response is here with as much body as its Content-Length says."""
    head, separator, body = received.partition(b"\r\n\r\n")
    if not separator:
        return False
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.split(b":")[1])
    return body.endswith(b"0\r\n\r\n") if b"transfer-encoding: chunked" in head.lower() else False


def _rest(connection):
    """What had come before the connection broke."""
    connection.setblocking(True)
    connection.settimeout(1)
    try:
        return connection.recv(65_536)
    except OSError:
        return b""
