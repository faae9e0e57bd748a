import Console
import Testing

@Suite struct TelemetryCrashTests {
    private typealias Lines = TelemetryLines

    @Test func aReportAloneIsOneCrash() {
        let found = reduce(date: "2026-11-21 10:30:00.25 +0800", Lines.upload(version: "2.0.0", device: "device1", user: "user1"))
        #expect(found.accepted == 1)
        #expect(found.crashes.map(\.time) == [Lines.noon - 600_000 + 250])
        #expect(found.crashes.map(\.version) == ["2.0.0"])
        #expect(found.crashes.map(\.model) == ["iPhone8,1"])
        #expect(found.crashes.map(\.kind) == ["native"])
        #expect(found.minutes.map(\.minute) == [Lines.noon / 60_000 - 10])
        #expect(found.minutes.map(\.crashes) == [1])
        #expect(found.devices.map(\.crashes) == [1])
    }

    @Test(arguments: ["2020-03-27 18:06:51.4969 -0700", "2026-11-21 11:30:00 +0800", "once"])
    func aReportWithAnImpossibleDateHappenedWhenItCame(date: String) {
        #expect(reduce(date: date, Lines.upload()).crashes.map(\.time) == [Lines.noon + 60_000])
    }

    @Test func withoutHeadersTheReportNamesTheVersionAndThereIsNoDevice() {
        let found = reduce(date: "-", Lines.upload(device: "not a device"))
        #expect(found.crashes.map(\.version) == ["1.4"])
        #expect(found.devices.isEmpty)
    }

    @Test func bytesThatCannotBeReadAreKept() {
        let report: [UInt8] = [0xFF, 0x00, 0x0A, 0x80]
        let found = TelemetryReduction(crashReport: report, of: Lines.upload())
        #expect(found.crashes.map(\.report) == [report])
        #expect(found.crashes.map(\.format) == [.unknown])
    }

    private func reduce(date: String, _ upload: TelemetryUpload) -> TelemetryReduction {
        let report = "Hardware Model: iPhone8,1\nVersion: 1.4 (3.0)\nDate/Time: \(date)\n\nException Type: EXC_CRASH (SIGABRT)\n"
        return TelemetryReduction(crashReport: Array(report.utf8), of: upload)
    }
}
