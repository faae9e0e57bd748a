"""Keys, certificates and provisioning profiles, made by `openssl` as somebody's machine would, and sent as a form."""

import base64
import functools
import plistlib
import subprocess
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

PASSWORD = "canary password 4711"
TOPICS = ("com.example.contract", "com.example.contract.voip")


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, capture_output=True, check=True, timeout=60)


@functools.cache
def identity(name="Apple Push Services: com.example.contract", sealing="-legacy", topics=TOPICS, days=200):
    """A `.p12` and the DER of its certificate. `-legacy` seals with RC2 and triple DES, as Keychain did for years."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        fields = "\n".join(f"t{n}=UTF8:{topic}\ns{n}=SEQUENCE:kind" for n, topic in enumerate(topics))
        (folder / "request").write_text(
            "[req]\ndistinguished_name=name\nx509_extensions=more\nprompt=no\n[name]\nUID=com.example.contract\n"
            f"CN={name}\nOU=TEAM123456\nC=US\n[more]\nbasicConstraints=CA:FALSE\n" + (
                "1.2.840.113635.100.6.3.1=DER:05:00\n1.2.840.113635.100.6.3.2=DER:05:00\n1.2.840.113635.100.6.3.6=ASN1:SEQUENCE:topics\n"
                f"[topics]\n{fields}\n[kind]\na=UTF8:app\n" if topics else ""))
        openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "cert", "-days", str(days), "-config", "request")
        openssl(folder, "pkcs12", "-export", *sealing.split(), "-inkey", "key", "-in", "cert", "-name", "demo", "-passout", f"pass:{PASSWORD}", "-out", "p12")
        openssl(folder, "x509", "-in", "cert", "-outform", "DER", "-out", "der")
        return (folder / "p12").read_bytes(), (folder / "der").read_bytes()


def token_key():
    """A `.p8` as Apple hands it out."""
    with tempfile.TemporaryDirectory() as folder:
        openssl(folder, "ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", "ec")
        openssl(folder, "pkcs8", "-topk8", "-nocrypt", "-in", "ec", "-out", "p8")
        return Path(folder, "p8").read_bytes()


def profile(*certificates, days=90, plist=True):
    """A provisioning profile for a company's own devices, signed by somebody."""
    now = datetime.now(timezone.utc).replace(tzinfo=None, microsecond=0)
    content = plistlib.dumps({
        "Name": "Contract In-House", "UUID": "0b1c2d3e-0000-4000-8000-000000000001", "TeamIdentifier": ["TEAM123456"], "TeamName": "Contract",
        "CreationDate": now - timedelta(days=1), "ExpirationDate": now + timedelta(days=days), "ProvisionsAllDevices": True,
        "DeveloperCertificates": list(certificates), "Entitlements": {"application-identifier": "TEAM123456.com.example.contract"}})
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "content").write_bytes(content if plist else b"nothing")
        openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "cert", "-days", "9", "-subj", "/CN=Signer")
        openssl(folder, "cms", "-sign", "-nodetach", "-binary", "-in", "content", "-signer", "cert", "-inkey", "key", "-outform", "DER", "-out", "signed")
        return Path(folder, "signed").read_bytes()


def send(client, path, files, **fields):
    """`multipart/form-data` as a script sends it; `files`: field to (name, bytes)."""
    body = b""
    for name, value in fields.items():
        body += f'--xyz\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
    for field, (name, content) in files.items():
        body += f'--xyz\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode() + content + b"\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=xyz"}
    if client.token:
        headers["Authorization"] = f"Bearer {client.token}"
    return client.ask("POST", f"/api/v1{path}", body + b"--xyz--\r\n", headers)


def writings(secret):
    """A secret in the ways that it could lie around."""
    return [secret, base64.b64encode(secret)[:-2], secret.hex().encode()]
