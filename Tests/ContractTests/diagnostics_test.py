"""诊断日志: tasks, what a device is told of them, the resumable upload, the viewer, and what is refused."""

import gzip
import hashlib
import io
import time
import unittest
import zipfile
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit

from gateway_case import GatewayCase, new_did

SHANGHAI = timezone(timedelta(hours=8))


class DiagnosticsCase(GatewayCase):
    def setUp(self):
        super().setUp()
        self.all = f"/apps/{self.app}/diagnostics"
        self.known_secret = self.secret()
        # Two hours that are over.
        self.start = datetime.now(timezone.utc).replace(minute=0, second=0, microsecond=0) - timedelta(hours=3)
        self.end = self.start + timedelta(hours=2)

    def ask(self, **fields):
        """A task for a device, or for whom `fields` say; answers the answer."""
        who = {} if "userId" in fields else {"deviceId": self.device.fields["Did"]}
        return self.client.post(self.all, who | {
            "platform": "ios", "from": self.start.isoformat(), "to": self.end.isoformat(), "network": "any", "description": "登录失败", "channel": "poll",
        } | fields)

    def made(self, **fields):
        answer = self.ask(**fields)
        self.assertEqual(answer.status, 201, answer.text)
        return answer.json

    def shown(self, task):
        answer = self.client.get(f"{self.all}/{task['id']}")
        self.assertEqual(answer.status, 200, answer.text)
        return answer.json

    def polled(self, device=None, **fields):
        device = device or self.device
        return self.assert_code(device.call("mpaas.diagnosis.poll", {"did": device.fields["Did"]} | fields), 1000)["tasks"]

    def put(self, address, body=b"", **headers):
        sent = {"timeZone": "+08:00"} | {name.replace("_", "-"): text for name, text in headers.items()}
        return self.client.with_token(None).ask("PUT", urlsplit(address).path, body, sent)

    def log(self, lines=400):
        """A device's file: an archive with a file for each of the two hours."""
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            for hour in range(2):
                at = (self.start + timedelta(hours=hour)).astimezone(SHANGHAI)
                text = "".join(
                    f"{at:%Y-%m-%d %H}:{number // 60 % 60:02}:{number % 60:02}.{number % 1000:03} [{'EWID'[number % 4]}] [{'login' if number % 2 else 'net'}] "
                    f"第 {number} 行 {hashlib.sha256(b'%d' % (number + hour)).hexdigest()}\n" for number in range(lines))
                file.writestr(f"{at:%Y-%m-%d-%H}.log", text)
        return archive.getvalue()

    def wait(self, task, *states, seconds=20):
        end = time.monotonic() + seconds
        while (shown := self.shown(task))["state"] not in states and time.monotonic() < end:
            time.sleep(0.1)
        self.assertIn(shown["state"], states, shown)
        return shown

    def sent(self, task, content=None):
        """The device sends its file in one piece; answers the task when it can be read."""
        told, = [told for told in self.polled() if told["id"] == task["id"]]
        answer = self.put(told["uploadURL"], content or self.log())
        self.assertEqual(answer.status, 201, answer.text)
        return self.wait(task, "done", "failed")


class TasksTest(DiagnosticsCase):
    def test_device(self):
        """`{userId|deviceId, platform, from, to, network, description, channel}` → tasks with sub-tasks; poll → `{tasks:[{id,from,to,network,uploadURL}]}`"""
        task = self.made(network="wifi")
        part, = task["parts"]
        self.assertEqual((task["state"], part["state"], part["device"]), ("pending", "pending", self.device.fields["Did"]))
        self.assertEqual(self.polled(self.new_device(self.known_secret, did=new_did())), [])
        told, = self.polled()
        self.assertEqual((told["id"], told["network"]), (task["id"], "wifi"))
        self.assertEqual([datetime.fromisoformat(told[name]) for name in ("from", "to")], [self.start, self.end])
        self.wait(task, "delivered")
        self.assertEqual(len(self.polled()), 1, "until the file is here it is told again")
        self.assertIn(task["id"], [item["id"] for item in self.client.every_item(self.all, q=self.device.fields["Did"])])

    def test_user(self):
        """a user's devices come when they ask"""
        task = self.made(userId="u-diagnosed")
        self.assertEqual(self.polled(userId="somebody else"), [])
        told, = self.polled(userId="u-diagnosed")
        self.assertEqual(told["id"], task["id"])
        self.assertEqual([part["device"] for part in self.wait(task, "delivered")["parts"]], [self.device.fields["Did"]])

    def test_bad_input(self):
        """422 with the field"""
        for wrong, pointer in (({"platform": "android"}, "/platform"), ({"to": self.start.isoformat()}, "/to"), ({"deviceId": "a b"}, "/deviceId"),
                               ({"from": (self.end + timedelta(days=9)).isoformat(), "to": (self.end + timedelta(days=10)).isoformat()}, "/from"),
                               ({"from": (self.start - timedelta(days=8)).isoformat()}, "/to"), ({"description": "x" * 201}, "/description"),
                               ({"to": (self.start + timedelta(hours=6)).isoformat()}, "/to"),
                               ({"userId": "u", "deviceId": "d"}, "/userId")):
            with self.subTest(pointer):
                self.assert_rejected(self.ask(**wrong), pointer)
        self.assertEqual(self.ask(network="5G").status, 422)
        self.assertEqual(self.client.get(self.all).json["total"], 0)

    def test_bulk(self):
        """bulk by list"""
        answer = self.client.post(f"{self.all}/bulk", {
            "kind": "devices", "ids": "UTDbulk1\nUTDbulk2\nUTDbulk1", "platform": "ios", "from": self.start.isoformat(), "to": self.end.isoformat()})
        self.assertEqual((answer.status, answer.json["total"]), (201, 2), answer.text)

    def test_deletion_and_scopes(self):
        """`DELETE` takes the task away, also from its device"""
        task = self.made()
        address = self.polled()[0]["uploadURL"]
        path = f"{self.all}/{task['id']}"
        self.assert_problem(self.client_for("read").api("DELETE", path), 403)
        self.assertEqual(self.client.api("DELETE", path).status, 204)
        self.assert_problem(self.client.get(path), 404)
        self.assertEqual(self.put(address, self.log()).status, 404)
        end = time.monotonic() + 5
        while self.polled() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(self.polled(), [])


class UploadTest(DiagnosticsCase):
    def test_in_pieces(self):
        """resumable by `Content-Range`, answers 201 when complete; `bytes */total` tells how far it is"""
        task, content = self.made(), self.log(4_000)
        address, size = self.polled()[0]["uploadURL"], len(content)
        self.assertGreater(size, 150_000)
        asked = self.put(address, Content_Range=f"bytes */{size}")
        self.assertEqual((asked.status, asked.headers["Range"]), (308, None))
        digest = hashlib.sha256(content).hexdigest()
        self.assertEqual(self.piece(address, content, 0, 100_000).headers["Range"], "bytes=0-99999")
        self.assertEqual(self.piece(address, content, 0, 100_000).status, 308, "a piece that comes again changes nothing")
        self.assertIn(self.piece(address, content, 120_000, size).status, (409, 416), "a gap")
        asked = self.put(address, Content_Range=f"bytes */{size}")
        self.assertEqual((asked.status, asked.headers["Range"]), (308, "bytes=0-99999"))
        self.assertEqual(self.shown(task)["state"], "uploading")
        whole = self.piece(address, content, 100_000, size, X_Content_SHA256=digest)
        self.assertEqual((whole.status, whole.json), (201, {"id": task["id"], "sha256": digest, "size": size}))
        self.assertEqual(self.piece(address, content, 100_000, size).status, 201, "an answer that was lost")
        part, = self.wait(task, "done")["parts"]
        self.assertEqual((part["sha256"], part["log"]["lines"], part["log"]["files"]), (digest, 8_000, 2))
        download = self.client.get(f"{self.all}/{task['id']}/files/{part['id']}")
        self.assertEqual((download.status, download.body), (200, content))

    def piece(self, address, content, start, end, **headers):
        return self.put(address, content[start:end], Content_Range=f"bytes {start}-{end - 1}/{len(content)}", **headers)

    def test_other_bytes_than_announced(self):
        """hashed: another digest is refused, and it can be sent anew"""
        task, content = self.made(), self.log()
        address = self.polled()[0]["uploadURL"]
        self.assertEqual(self.put(address, content, X_Content_SHA256="0" * 64).status, 422)
        self.assertEqual(self.put(address, content, X_Content_SHA256=hashlib.sha256(content).hexdigest()).status, 201)
        self.wait(task, "done")

    def test_refusals(self):
        """size-limited; the address is the right to send"""
        self.made()
        address = self.polled()[0]["uploadURL"]
        self.assertEqual(self.put(address[:-1] + ("0" if address[-1] != "0" else "1"), b"x").status, 404)
        self.assertEqual(self.put(address, b"x", Content_Range=f"bytes 0-0/{51 << 20}").status, 413)
        for wrong in ("bytes 0-9/5", "bytes 5-1/9", "lines 0-1/2", "bytes 0-/9"):
            self.assertEqual(self.put(address, b"x", Content_Range=wrong).status, 400, wrong)

    def test_at_rest(self):
        """encrypted at rest"""
        self.sent(self.made(), f"{self.start.astimezone(SHANGHAI):%Y-%m-%d %H}:00:00.000 [I] [canary] canary-4711-of-a-device\n".encode())
        found = [path for path in self.console.data.rglob("*") if path.is_file() and b"canary-4711-of-a-device" in path.read_bytes()]
        self.assertEqual(found, [])

    def test_odd_files(self):
        """archives that are bombs, logs in GBK and with broken UTF-8"""
        bomb = io.BytesIO()
        with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("2026-11-23-10.log", bytes(64 << 20))
        slip = io.BytesIO()
        with zipfile.ZipFile(slip, "w") as file:
            file.writestr("../../slip.log", "2026-11-23 10:00:00.000 [I] [t] out\n")
        line = f"{self.start.astimezone(SHANGHAI):%Y-%m-%d %H}:00:00.000 [W] [t] 登录失败 "
        for content, readable in ((bomb.getvalue(), None), (slip.getvalue(), None), (b"PK\x03\x04 not at all", None),
                                  (gzip.compress(line.encode("gbk")), "登录失败"), (line.encode() + b"\xff\xfe\n", "登录失败")):
            with self.subTest(content[:8]):
                part, = self.sent(self.made(), content)["parts"]
                if readable:
                    self.assertIn(readable, str(self.viewed(part)["items"]))
                else:
                    self.assertTrue(part["reason"] or not part["log"] or "slip" not in str(part["log"]), part)
        self.assertEqual(self.client.get("/apps").status, 200)

    def viewed(self, part):
        task = next(item for item in self.client.every_item(self.all) if part["id"] in [known["id"] for known in self.shown(item)["parts"]])
        return self.client.get(f"{self.all}/{task['id']}/logs/{part['id']}").json


class ViewerTest(DiagnosticsCase):
    def test_search(self):
        """viewer with search, level and tag filter, time range; reading is audited"""
        task = self.sent(self.made())
        part, = task["parts"]
        path = f"{self.all}/{task['id']}/logs/{part['id']}"
        read = lambda **query: self.client.get(path, limit=500, **query).json["items"]
        first = read()[0]
        self.assertEqual((first["number"], first["level"], first["tag"], datetime.fromisoformat(first["time"])), (1, "error", "net", self.start))
        self.assertTrue(first["text"].startswith("第 0 行"))
        self.assertEqual(self.client.get(path).json["lines"], 800)
        self.assertEqual({(item["level"], item["tag"]) for item in read(level="warn")}, {("warn", "login")})
        self.assertEqual({item["tag"] for item in read(tag="NET")}, {"net"})
        self.assertEqual([item["text"].split()[1] for item in read(q="第 399 行")], ["399", "399"])
        late = read(from_=(self.start + timedelta(hours=1)).isoformat())
        self.assertEqual((len(late), late[0]["number"]), (400, 401))
        around = self.client.get(path, around=500, limit=11).json["items"]
        self.assertEqual([item["number"] for item in around], list(range(495, 506)))
        self.assert_rejected(self.client.get(path, from_="later"), "/from")
        self.assert_problem(self.client_for("read").get(path), 403)
        actions = [entry["action"] for entry in self.client.get("/audit", app=self.app, limit=100).json["items"]]
        self.assertTrue(any(action.startswith("diagnosis.") and "read" in action for action in actions), actions)

    def test_resend(self):
        """补发任务: sub-tasks that ended without a log are asked once more; logs that are here stay"""
        known = self.sent(self.made())
        self.assert_problem(self.client.post(f"{self.all}/{known['id']}/resend", {}), 409)
        self.assertEqual(self.client.get(f"{self.all}/{known['id']}/logs/{known['parts'][0]['id']}").json["lines"], 800)
        task = self.sent(self.made(), b"PK\x03\x04 not at all")
        self.assertEqual(self.polled(), [])
        answer = self.client.post(f"{self.all}/{task['id']}/resend", {})
        self.assertLess(answer.status, 300, answer.text)
        end = time.monotonic() + 5
        while not self.polled() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual([told["id"] for told in self.polled()], [task["id"]])
        self.assertEqual(self.sent(task)["state"], "done")


if __name__ == "__main__":
    unittest.main()
