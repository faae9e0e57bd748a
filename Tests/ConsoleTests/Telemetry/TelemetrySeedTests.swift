import Foundation
import Testing

@testable import Console

@Suite struct TelemetrySeedTests {
    /// 2026-11-21 12:16:07 in Shanghai.
    private static let now = Date(timeIntervalSince1970: 1_795_234_567)
    private static let zone = TimeZone(identifier: "Asia/Shanghai") ?? .gmt
    private static let folder = URL(filePath: #filePath).appending(path: "../../../../Seeds").standardizedFileURL.resolvingSymlinksInPath()
    /// A fifth of the devices: without optimization the whole takes seconds. Made once: all tests look at the same lines.
    private static let traffic = Result { try SeedTraffic(Array(seed().batches(until: now, zone: zone))) }

    private static func seed(_ seed: UInt64 = 1) throws -> TelemetrySeed {
        try TelemetrySeed(folder: folder, seed: seed, scale: 0.0667)
    }

    @Test func theSameSeedAndTimeGiveTheSameBatches() throws {
        let first = try Self.traffic.get().batches.prefix(60)
        let again = try Self.seed().batches(until: Self.now, zone: Self.zone)
        #expect(Array(first) == Array(again.prefix(60)))
        let other = try Self.seed(2).batches(until: Self.now, zone: Self.zone)
        #expect(Array(first) != Array(other.prefix(60)))
    }

    @Test func itIsEnoughToFillThePages() throws {
        let traffic = try Self.traffic.get()
        #expect((25_000...45_000).contains(traffic.lines.count))
        #expect(Set(traffic.batches.map(\.productId)).count == 7)
        #expect(traffic.batches.allSatisfy { (1...TelemetrySeed.lineLimit).contains($0.count) })
        #expect(Set(traffic.batches.map(\.id)).count == traffic.batches.count)
    }

    @Test func everyBatchHoldsTheLinesItSays() throws {
        let traffic = try Self.traffic.get()
        for (batch, lines) in zip(traffic.batches, traffic.linesOfBatches) {
            #expect(lines.count == batch.count)
            #expect(lines.allSatisfy { $0[2] == batch.productId && $0[3] == batch.version })
            #expect(lines.map { $0[1] } == lines.map { $0[1] }.sorted())
        }
    }

    @Test func everyLineHasItsKindsFields() throws {
        let counts = ["D-VM": 48, "D-MM": 37, "e": 34]
        let lines = try Self.traffic.get().lines
        #expect(Set(lines.map { $0[0] }) == Set(counts.keys))
        #expect(lines.allSatisfy { $0.count == counts[$0[0]] })
        #expect(lines.allSatisfy { !$0.contains("") })
    }

    @Test func everyLineNamesItsDevice() throws {
        let positions = ["D-VM": 25, "D-MM": 23, "e": 28]
        let devices = try Self.traffic.get().lines.map { line in positions[line[0]].map { line[$0] } ?? "" }
        #expect(devices.allSatisfy { $0.utf8.count == 24 })
        #expect((400...600).contains(Set(devices).count))
    }

    @Test func allTimesAreInTheLastFourteenDays() throws {
        let times = try Self.traffic.get().lines.map { $0[1] }
        let (first, last) = (times.min() ?? "", times.max() ?? "")
        #expect(first >= "2026-11-07 12:16:07.000" && first < "2026-11-07 13:00:00.000")
        #expect(last <= "2026-11-21 12:15:07.000" && last > "2026-11-21 12:14:00.000")
        #expect(Set(times.map { $0.prefix(10) }).count == 15)
    }

    @Test func everyMinuteOfTheLastHourIsAlive() throws {
        let active = try Self.traffic.get().lines.filter { $0[15] == "reportActive" && $0[1] >= "2026-11-21 11:15:00" }
        for (product, lines) in Dictionary(grouping: active, by: { $0[2] }) {
            #expect(Set(lines.map { $0[1].prefix(16) }).count == 61, "\(product)")
        }
    }

    @Test func oneVersionCrashesVisiblyMoreOften() throws {
        let traffic = try Self.traffic.get()
        let rates = ["2.1.0", "2.2.0", "2.3.0", "2.3.1"].map { traffic.crashRate(product: "SIMPLEDEMORPC_", version: $0) }
        #expect(rates[2] > 0.02)
        #expect(rates[2] > 2.5 * max(rates[0], rates[1], rates[3]))
    }

    @Test func aNewVersionIsRolledOutInTheMiddle() throws {
        let lines = try Self.traffic.get().lines.filter { $0[2].hasPrefix("SIMPLEDEMORPC_") && $0[3] == "2.3.0" }
        let days = Set(lines.map { String($0[1].prefix(10)) })
        #expect(["2026-11-11", "2026-11-12"].contains(days.min()))
        #expect(days.max() == "2026-11-21")
    }

    @Test func crashTextsAreFilledInAndEscaped() throws {
        let crashes = try Self.traffic.get().lines.filter { $0[0] == "e" }
        #expect(crashes.allSatisfy { !$0[14].contains("{{") && $0[14].contains("%0A") })
        let reports = crashes.filter { $0[14].contains("Hardware Model") }
        #expect(reports.allSatisfy { $0[14].contains("Hardware Model:      \($0[23])%0A") && $0[14].contains("Version:             \($0[3]) ") })
    }

    @Test func filesThatContradictEachOtherAreRefused() throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "seeds-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: Self.folder, to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        try Data("[]".utf8).write(to: copy.appending(path: "apps.json"))
        #expect(throws: TelemetrySeedError.unknown(app: "simpledemorpc", platform: "ios")) { try TelemetrySeed(folder: copy) }
    }
}

/// The demo's batches, and their lines cut into fields.
private struct SeedTraffic {
    let batches: [TelemetrySeed.Batch]
    let linesOfBatches: [[[String]]]
    let lines: [[String]]

    init(_ batches: [TelemetrySeed.Batch]) {
        self.batches = batches
        linesOfBatches = batches.map(Self.split)
        lines = linesOfBatches.flatMap(\.self)
    }

    private static func split(_ batch: TelemetrySeed.Batch) -> [[String]] {
        batch.lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(decoding: line, as: UTF8.self).components(separatedBy: ",")
        }
    }

    /// Crashes per report of activity.
    func crashRate(product: String, version: String) -> Double {
        let own = lines.filter { $0[2].hasPrefix(product) && $0[3] == version }
        let active = own.count { $0[0] == "D-VM" && $0[15] == "reportActive" }
        return Double(own.count { $0[0] == "e" }) / Double(max(active, 1))
    }
}
