"""A device that calls the gateway, written from section 3 of the contract alone: it signs, and calls. It judges nothing."""

import base64, gzip, hashlib, hmac, json, time
from urllib.parse import unquote

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"


def radix64(number):
    return (radix64(number // 64) if number >= 64 else "") + DIGITS[number % 64]


def sign(secret, operation, body, ts, form="0"):
    text = f"Operation-Type={operation}&Request-Data={base64.b64encode(body).decode()}&Ts={ts}".encode()
    if form == "hmac-sha256":
        return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
    return hashlib.md5(secret.encode() + b"&" + text).hexdigest()


class Device:
    def __init__(self, client, app_key, workspace, secret, did="UTDcontract0001", version="1.0.0"):
        self.client, self.secret = client, secret
        self.fields = {"AppId": app_key, "WorkspaceId": workspace, "Did": did, "Version": version, "Platform": "ios"}

    def call(self, operation, request, form="0", ts=None, body=None, zipped=False, **headers):
        """(Result-Status, result or None, Answer); a header given as None is left out."""
        body = json.dumps([{"_requestBody": request}]).encode() if body is None else body
        ts = str(int(time.time() * 1000)) if ts is None else ts
        signed = {"Operation-Type": operation, "Ts": ts, "signType": form, "Sign": sign(self.secret, operation, body, ts, form)}
        fields = self.fields | signed | ({"Content-Encoding": "gzip"} if zipped else {}) | {k.replace("_", "-"): v for k, v in headers.items()}
        sent = {name: value for name, value in fields.items() if value is not None}
        answer = self.client.ask("POST", "/mgw.htm", gzip.compress(body) if zipped else body, sent)
        return int(answer.headers["Result-Status"]), json.loads(answer.body) if answer.body else None, answer


def words(answer, name):
    """`Memo` or `Tips`: percent-encoded UTF-8."""
    return unquote(answer.headers[name] or "", errors="strict")
