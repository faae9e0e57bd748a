import Foundation
import Storage
import Synchronization

/// What one device said of one release.
struct HotpatchDeviceReport: Sendable, Equatable {
    let app: String
    let release: String
    let device: String
    let event: Event
    let at: Date
    /// Of a failure, as the client has it; empty for none.
    let code: String

    enum Event: String, Codable, CaseIterable, Sendable, SQLConvertible {
        /// Written by the console, of users that a whitelist names.
        case offered
        case downloaded, applied, failed, rolledback
    }

    static let longestCode = 64

    struct Key: Hashable, Sendable, Comparable {
        let app: String
        let release: String
        let device: String
        let event: Event

        static func < (left: Key, right: Key) -> Bool {
            (left.app, left.release, left.device, left.event.rawValue) < (right.app, right.release, right.device, right.event.rawValue)
        }
    }

    var key: Key { Key(app: app, release: release, device: device, event: event) }
}

/// Why a report is not counted.
enum HotpatchIgnored: String, Codable, CaseIterable, Sendable {
    case noDevice, unknownVersion, neverOffered
}

/// Devices of a release that said so, each once.
struct HotpatchTally: Codable, Sendable, Equatable {
    var downloaded = 0
    var applied = 0
    var failed = 0
    var rolledBack = 0

    mutating func set(_ event: HotpatchDeviceReport.Event, _ devices: Int) {
        switch event {
        case .offered: break
        case .downloaded: downloaded = devices
        case .applied: applied = devices
        case .failed: failed = devices
        case .rolledback: rolledBack = devices
        }
    }
}

/// Reports on this node: noted in memory, written each second, each device once per release and event.
///
/// What a node noted in its last second before it is killed is lost.
final class HotpatchReports: Sendable {
    private let database: Database
    private let state = Mutex(State())

    /// Reports that wait at once; one more is told to come later.
    private static let mostWaiting = 50_000
    /// In one transaction.
    private static let mostAtOnce = 2_000
    /// Devices remembered as given a patch by name; a forgotten one is written again, which its row's key passes over.
    private static let mostRemembered = 100_000

    private struct State {
        var waiting: [HotpatchDeviceReport.Key: HotpatchDeviceReport] = [:]
        var ignored: [String: [HotpatchIgnored: Int]] = [:]
        var offered: Set<HotpatchDeviceReport.Key> = []
    }

    init(database: Database) {
        self.database = database
    }

    /// - Parameter isCertain: that the device can have been given the patch; otherwise it is looked up whether it was.
    /// - Returns: false for a device that was never given it.
    /// - Throws: a refusal with 1002 while too many wait.
    func take(_ report: HotpatchDeviceReport, isCertain: Bool) async throws -> Bool {
        if !isCertain, try await !wasOffered(report) { return false }
        try state.withLock { state in
            guard state.waiting.count < Self.mostWaiting else { throw GatewayRefusal(.tooFast, "too many reports at once") }
            if state.waiting[report.key] == nil { state.waiting[report.key] = report }
        }
        return true
    }

    private func wasOffered(_ report: HotpatchDeviceReport) async throws -> Bool {
        let key = HotpatchDeviceReport.Key(app: report.app, release: report.release, device: report.device, event: .offered)
        if state.withLock({ $0.offered.contains(key) }) { return true }
        return try await database.promptly { try await $0.read { try $0.hasHotpatchReport(key) } }
    }

    /// A user of the whitelist was given it on this device. Without SQL.
    func noteOffered(_ app: String, _ release: String, _ device: String, at now: Date) {
        let report = HotpatchDeviceReport(app: app, release: release, device: device, event: .offered, at: now, code: "")
        state.withLock { state in
            guard state.waiting.count < Self.mostWaiting, !state.offered.contains(report.key) else { return }
            if state.offered.count >= Self.mostRemembered { state.offered = [] }
            state.offered.insert(report.key)
            state.waiting[report.key] = report
        }
    }

    func ignore(_ app: String, _ reason: HotpatchIgnored) {
        state.withLock { $0.ignored[app, default: [:]][reason, default: 0] += 1 }
    }

    /// Writes what is waiting. What cannot be written now is written later. Each second, on each node, and at the end.
    @Sendable func flush() async throws {
        try await flushIgnored()
        // In the order of keys, so that two nodes do not wait for each other. Sorted once, and while devices go on telling.
        var waiting = state.withLock { Array($0.waiting.values) }.sorted { $0.key < $1.key }[...]
        while !waiting.isEmpty {
            let batch = Array(waiting.prefix(Self.mostAtOnce))
            waiting = waiting.dropFirst(batch.count)
            try await database.write(.readCommitted) { try $0.insertHotpatchReports(batch) }
            state.withLock { state in
                for report in batch { state.waiting[report.key] = nil }
            }
        }
    }

    private func flushIgnored() async throws {
        let ignored = state.withLock { state in
            defer { state.ignored = [:] }
            return state.ignored
        }
        if ignored.isEmpty { return }
        do {
            try await database.write(.readCommitted) { try $0.addHotpatchIgnored(ignored) }
        } catch {
            state.withLock { state in
                for (app, reasons) in ignored { state.ignored[app, default: [:]].merge(reasons, uniquingKeysWith: +) }
            }
            throw error
        }
    }
}
