"""What issue 10 promises: messages a second against `console push-service` on the same cores, and the console's memory while it sends to many devices."""

import json
import time

from push_service import Devices, Message, PushService


class PushMeasures:
    """Its rows go where the bench's go."""

    def __init__(self, bench, console_type, quick):
        self.bench, self.console_type = bench, console_type
        self.devices = 20_000 if quick else 100_000

    def run(self):
        with self.console_type(self.bench.folder / "push") as console, PushService(self.bench.folder / "push-service") as service:
            app, _ = console.create_app("Bench", "Bench")
            service.add_certificate(console, app)
            self.bench.say(f"binding {self.devices:,} devices")
            seconds = Devices(console, app).bind(self.devices)
            self.bench.row("Devices that bind, durable, 64 connections", "", f"{self.devices / seconds:,.0f}/s")
            self.measure_sending(console, service, Message(console, app))
        self.bench.discard("push", "push-service")

    def measure_sending(self, console, service, message):
        began = time.monotonic()
        message.review()
        frozen = time.monotonic() - began
        console.reset_peak_memory()
        message.send()
        shown = message.wait("done", seconds=600)
        self.check(service, shown)
        first, last = first_and_last(service.log)
        self.bench.row(f"Pushes to {self.devices:,} devices over HTTP/2, on the service's cores", "≥ 5,000/s",
                       f"{(self.devices - 1) / max(last - first, 0.001):,.0f}/s")
        self.bench.row("Peak memory of the server while it sends", "< 300 MB", f"{console.memory('VmHWM') / 1e6:.0f} MB")
        self.bench.row(f"An audience of {self.devices:,} devices is frozen", "seconds", f"{frozen:.1f} s")

    def check(self, service, shown):
        """A figure of a send that went wrong would be worth nothing."""
        figures = shown["figures"]
        if figures["sent"] != self.devices or service.count() != self.devices:
            raise RuntimeError(f"push: {figures}, {service.count()} lines in the service's log")


def first_and_last(log):
    """Seconds since 1970 of the first and the last line."""
    with log.open("rb") as file:
        first = file.readline()
        file.seek(0, 2)
        file.seek(max(0, file.tell() - 65_536))
        last = file.read().splitlines()[-1]
    return tuple(json.loads(line)["time"] / 1_000 for line in (first, last))
