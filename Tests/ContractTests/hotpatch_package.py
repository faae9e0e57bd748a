"""Reads packages of patches as a client does: written from the contract and docs/hotpatch-package.md, without a look at the console's source."""

import base64
import hashlib
import hmac
import io
import json
import re
import zipfile

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.padding import PKCS7

SCRIPT = 4 << 20
PACKAGE = SCRIPT + (64 << 10)
SEPARATOR = b"\n--MPAAS-SIGNATURE--\n"
MAGIC = b"MPHOTP02"


class Refused(Exception):
    """Why a package is not believed."""


def key_id(key):
    """The first 16 hexadecimal digits of SHA-256 of the SubjectPublicKeyInfo."""
    der = key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return hashlib.sha256(der).hexdigest()[:16]


def verify(package, keys, secret):
    """The script and what the package says of it; `keys` are public keys, `secret` the AppSecret's digits."""
    if len(package) > PACKAGE:
        raise Refused("larger than any package")
    return (_sealed if package.startswith(MAGIC) else _documented)(package, keys, secret.encode())


# Format 1


def _documented(package, keys, secret):
    body, separator, signature = package.rpartition(SEPARATOR)
    if not separator or len(body) < 48 or len(signature) > 1024:
        raise Refused("no format 1")
    signer = next((key for key in keys if isinstance(key, rsa.RSAPublicKey) and _signed_by(key, signature, body)), None)
    if signer is None:
        raise Refused("signature")
    key = hashlib.sha256(secret).digest()[:16]
    files = _unzip(_decrypt(body, key), {"script.md5", "script.enc"})
    script = _decrypt(files["script.enc"], key)
    if not 0 < len(script) <= SCRIPT or hashlib.md5(script).hexdigest().encode() != files["script.md5"]:
        raise Refused("script")
    return {"script": script, "format": 1, "keyId": key_id(signer)}


def _signed_by(key, signature, body):
    try:
        key.verify(signature, body, padding.PKCS1v15(), hashes.SHA1())
    except InvalidSignature:
        return False
    return True


def _decrypt(data, key):
    if len(data) < 32 or len(data) % 16:
        raise Refused("no ciphertext")
    decryptor = Cipher(algorithms.AES(key), modes.CBC(data[:16])).decryptor()
    unpadder = PKCS7(128).unpadder()
    try:
        return unpadder.update(decryptor.update(data[16:]) + decryptor.finalize()) + unpadder.finalize()
    except ValueError as error:
        raise Refused("padding") from error


# Format 2


def _sealed(package, keys, secret):
    header, end_of_header = _part(package, 8, 1024)
    body, end_of_body = _part(package, end_of_header, PACKAGE)
    signature, end = _part(package, end_of_body, 1024)
    if end != len(package):
        raise Refused("something behind the signature")
    said = _one_form(header, ("algorithm", "cipher", "format", "keyId", "nonce", "releaseId"))
    try:
        nonce = base64.b64decode(said["nonce"], validate=True)
    except (ValueError, TypeError) as error:
        raise Refused("nonce") from error
    if said["cipher"] != "AES-256-GCM" or said["format"] != 2 or len(nonce) != 12 or not re.fullmatch(r"[A-Za-z0-9._:-]{1,128}", said["releaseId"]):
        raise Refused("header")
    signer = next((key for key in keys if key_id(key) == said["keyId"]), None)
    _check_signature(signer, said["algorithm"], signature, package[:end_of_body])
    try:
        archive = AESGCM(hmac.digest(secret, b"mpaas-hotpatch-2", "sha256")).decrypt(nonce, body, package[:end_of_header])
    except InvalidTag as error:
        raise Refused("AppSecret") from error
    return _described(_unzip(archive, {"manifest.json", "script"}), said)


def _part(package, start, limit):
    length = int.from_bytes(package[start:start + 4], "big")
    end = start + 4 + length
    if len(package) < start + 4 or length > limit or end > len(package):
        raise Refused("cut short")
    return package[start + 4:end], end


def _one_form(text, names):
    """JSON with these keys in this order, without spaces."""
    try:
        found = json.loads(text.decode())
    except ValueError as error:
        raise Refused("no JSON") from error
    if not isinstance(found, dict) or tuple(found) != names or json.dumps(found, separators=(",", ":")).encode() != text:
        raise Refused("not in its one form")
    return found


def _check_signature(key, algorithm, signature, message):
    try:
        if algorithm == "ECDSA-P256-SHA256" and isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1):
            key.verify(signature, message, ec.ECDSA(hashes.SHA256()))
        elif algorithm == "RSA-PSS-SHA256" and isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, message, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())
        else:
            raise Refused("key")
    except InvalidSignature as error:
        raise Refused("signature") from error


def _described(files, said):
    manifest, script = _one_form(files["manifest.json"], ("language", "releaseId", "sha256", "size")), files["script"]
    if manifest["releaseId"] != said["releaseId"] or manifest["language"] not in ("lua", "javascript"):
        raise Refused("manifest")
    if not script or manifest["size"] != len(script) or manifest["sha256"] != hashlib.sha256(script).hexdigest():
        raise Refused("script")
    return {"script": script, "format": 2, "keyId": said["keyId"], "language": manifest["language"], "releaseId": said["releaseId"]}


# Both


def _unzip(data, names):
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if len(entries) != 2 or {entry.filename for entry in entries} != names or sum(entry.file_size for entry in entries) > SCRIPT + 4128:
                raise Refused("entries")
            if any(entry.file_size > max(64 << 10, 200 * entry.compress_size) for entry in entries):
                raise Refused("ratio")
            return {entry.filename: archive.read(entry) for entry in entries}
    except (zipfile.BadZipFile, EOFError, NotImplementedError, ValueError) as error:
        raise Refused("zip") from error
