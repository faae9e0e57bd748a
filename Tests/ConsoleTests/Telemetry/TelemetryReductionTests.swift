import Console
import Formats
import Testing

@Suite struct TelemetryReductionTests {
    private typealias Lines = TelemetryLines

    @Test func minutesCountByVersion() throws {
        let found = try Lines.reduce([
            Lines.behaviour(), Lines.behaviour([15: "login"]), Lines.behaviour([15: "custom"]), Lines.performance(), Lines.crash(),
            Lines.behaviour([1: "2026-11-21 10:41:00.000"]), Lines.behaviour([3: "1.9.0"]),
        ])
        let minute = Lines.noon / 60_000
        #expect(found.accepted == 7)
        #expect(found.rejected == 0)
        #expect(found.times == Lines.noon + 408...Lines.noon + 60_000)
        #expect(found.minutes.map(\.version) == ["1.9.0", "2.0.0", "2.0.0"])
        #expect(found.minutes.map(\.minute) == [minute, minute, minute + 1])
        let middle = found.minutes[1]
        #expect([middle.lines, middle.actives, middle.logins, middle.crashes, middle.launches] == [5, 1, 1, 1, 1])
    }

    @Test func devicesAreDistinctAndDescribedByTheirNewestLine() throws {
        let found = try Lines.reduce([
            Lines.behaviour([34: "17.6", 1: "2026-11-21 10:40:05.000"]), Lines.behaviour([34: "17.5"]), Lines.crash(),
            Lines.behaviour([25: "device2", 7: "-"]), Lines.behaviour([7: "user2"]), Lines.behaviour([25: "-"]),
        ])
        #expect(found.accepted == 6)
        #expect(found.devices.map(\.device) == ["device1", "device2", "device1"])
        #expect(found.devices.map(\.user) == ["user1", "", "user2"])
        let first = try #require(found.devices.first)
        #expect(first.day == 20_778)
        #expect([first.version, first.model, first.osVersion, first.channel] == ["2.0.0", "iPhone14,2", "17.6", "appstore"])
        #expect(first.newest == Lines.noon + 5000)
        #expect([first.lines, first.actives, first.crashes] == [3, 2, 1])
    }

    @Test func headersStandInForWhatLinesDoNotSay() throws {
        let upload = Lines.upload(version: "3.0", device: "header", user: "u,1")
        let silent = Lines.behaviour([3: "-", 7: "", 25: "not a device"])
        let found = try Lines.reduce([silent, Lines.behaviour([3: "3.0", 7: "u%2C1", 25: "header"])], upload)
        #expect(found.devices.count == 1)
        #expect(found.minutes.map(\.version) == ["3.0"])
        #expect(found.devices.first.map { [$0.device, $0.user] } == ["header", "u,1"])
    }

    @Test func versionsThatAreTooLongAreUnknown() throws {
        let found = try Lines.reduce([Lines.behaviour([3: String(repeating: "1", count: 65)])])
        #expect(found.minutes.map(\.version) == [""])
    }

    @Test func startsAreCountedByQuarterAndWhetherFirst() throws {
        let found = try Lines.reduce([
            Lines.performance(), Lines.performance([13: "650"]), Lines.performance([14: "1"]), Lines.performance([1: "2026-11-21 10:45:00.000"]),
        ])
        let quarter = Lines.noon / 900_000
        #expect(found.startups.map(\.quarter) == [quarter, quarter, quarter + 1])
        #expect(found.startups.map(\.isFirst) == [false, true, true])
        #expect(found.startups[1].milliseconds == 1290)
        #expect(found.startups[1].durations.total == 2)
    }

    @Test func remoteCallsAreCountedByOperation() throws {
        func call(_ extras: String) -> String { Lines.performance([12: "rpc", 13: "182", 14: extras]) }
        let found = try Lines.reduce([
            call("op=a.b^req=214^rsp=96^code=1000"), call("op=a.b^req=10^rsp=x^code=2000"), call("op=a.b"), call("-"),
        ])
        #expect(found.rpcs.map(\.operation) == ["", "a.b"])
        let calls = found.rpcs[1]
        #expect([calls.calls, calls.errors, calls.requestBytes, calls.responseBytes, calls.milliseconds] == [3, 1, 224, 96, 546])
        #expect(calls.durations.quantile(0.5).map { abs($0 - 182) <= 6 } == true)
    }

    @Test func crashesKeepTheirReport() throws {
        let found = try Lines.reduce([Lines.crash([16: "store", 23: "Pixel%2C8", 24: "14", 25: "WIFI", 30: "p7", 31: "main", 15: "Cart"])])
        let crash = try #require(found.crashes.first)
        #expect(crash.time == Lines.noon + 408)
        #expect([crash.device, crash.user, crash.version, crash.model] == ["device1", "user1", "2.0.0", "Pixel,8"])
        #expect([crash.osVersion, crash.network, crash.channel, crash.hotpatch] == ["14", "WIFI", "store", "p7"])
        #expect([crash.page, crash.process, crash.kind, crash.title] == ["Cart", "main", "java", "a.B: c, d"])
        #expect(crash.isForeground == true)
        #expect(crash.fingerprint.count == 16)
        #expect(crash.report == Array("a.B: c, d\n\tat com.x.A.b(A.java:1)".utf8))
    }

    @Test func aCrashOfAnUnknownDeviceStillNamesItsUser() throws {
        let found = try Lines.reduce([Lines.crash([28: "not a device"])])
        #expect(found.crashes.map(\.user) == ["user1"])
        #expect(found.crashes.map(\.device) == [""])
        #expect(found.devices.isEmpty)
    }

    @Test(arguments: [
        (TelemetryLines.behaviour([2: "OTHER_IOS-0000017768"]), LogLineRejection.otherProduct),
        (TelemetryLines.behaviour([1: "yesterday"]), .badTime),
        (TelemetryLines.behaviour([1: "-"]), .badTime),
        (TelemetryLines.behaviour([1: "2026-10-22 10:40:59.000"]), .tooOld),
        (TelemetryLines.behaviour([1: "2026-11-21 10:51:00.001"]), .tooNew),
        (TelemetryLines.performance([13: "fast"]), .badNumber),
        (TelemetryLines.performance([12: "rpc", 13: "-"]), .badNumber),
        ("nonsense", .malformed),
    ])
    func rejectedLinesAreQuarantined(line: String, reason: LogLineRejection) throws {
        let found = try Lines.reduce([Lines.behaviour(), line])
        #expect(found.accepted == 1)
        #expect(found.rejections == [reason: 1])
        #expect(found.quarantined.map(\.line) == [Array(line.utf8)])
        #expect(found.quarantined.map(\.reason) == [reason])
    }

    @Test func aLineWithoutAProductIsTheUploads() throws {
        #expect(try Lines.reduce([Lines.behaviour([2: "-"])]).accepted == 1)
    }

    @Test func quarantineIsBounded() throws {
        let found = try Lines.reduce(Array(repeating: String(repeating: "x", count: 5000), count: 150))
        #expect(found.rejected == 150)
        #expect(found.quarantined.count == 100)
        #expect(found.quarantined.allSatisfy { $0.line.count == 4096 })
    }

    @Test func damagedUploadsAreCountedWhole() throws {
        let good = Array([Lines.behaviour(), Lines.performance(), Lines.crash()].joined(separator: "\n").utf8)
        for round in 0..<4000 {
            var body = good
            for step in 0..<8 { body[(round * 7919 + step * 104_729) % body.count] = UInt8(truncatingIfNeeded: round &* 31 &+ step) }
            let lines = body.split(separator: 0x0A).filter { $0 != [0x0D] }.count
            let found = try TelemetryReduction(body, of: Lines.upload())
            #expect(found.accepted + found.rejected == lines)
            #expect(found.minutes.reduce(0) { $0 + $1.lines } == found.accepted)
        }
    }
}
