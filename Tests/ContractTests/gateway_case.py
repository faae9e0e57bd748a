"""What the tests of the gateway stand on: an app with its secret, and devices of it."""

import base64
import itertools
import struct
import zlib

from contract_case import ContractCase
from gateway_client import Device, words

READS = "alipay.client.switches.all.get"
"""An operation of the table that changes nothing, and of which every app has one."""
CHANGES = "alipay.client.saveUserProposalInfo"
"""One that changes something, where twice can be told from once."""

_numbers = itertools.count(1)


def new_did():
    """A device of its own, as calls of one device may be limited."""
    return f"UTDgateway{next(_numbers):04d}"


class GatewayCase(ContractCase):
    def setUp(self):
        document = self.new_app()
        self.app, self.platform = document["id"], document["platforms"][0]
        self.device = self.new_device()

    def secret(self):
        return self.client.post(f"/apps/{self.app}/platforms/ios/secret-reveal", None).json["appSecret"]

    def new_device(self, secret=None, **fields):
        return Device(self.client, self.platform["appKey"], self.platform["workspaceId"], secret or self.secret(), **{"did": new_did()} | fields)

    def asks(self, **options):
        """The device asks for its switches."""
        return self.device.call(READS, {"productVersion": "1.0.0", "did": self.device.fields["Did"]}, **options)

    def assert_code(self, called, code):
        """"HTTP 200, header `Result-Status`", and "on a gateway error the code of the table, `Memo` and `Tips` and an empty body"."""
        status, result, answer = called
        self.assertEqual((answer.status, status), (200, code), words(answer, "Memo"))
        if code == 1000:
            self.assertIsNotNone(result)
            return result
        self.assertEqual(answer.body, b"")
        self.assertTrue(words(answer, "Memo") and words(answer, "Tips"))
        return None


def png(width=2, height=2):
    """A small picture, base64."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = (b"\0" + b"\xff\x80\x00" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return base64.b64encode(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")).decode()
