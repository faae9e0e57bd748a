import Foundation
import Storage
import TestSupport
import Web

@testable import Console

/// A release whose devices are watched.
struct HotpatchWatchRoom: Sendable {
    let console: TestConsole
    let release: Hotpatch

    static let ann = Actor(id: "ann", name: "ann@example.com")

    static func run(
        _ mode: HotpatchGuardMode = .halt,
        percentage: Double = 10,
        _ test: @Sendable (HotpatchWatchRoom) async throws -> Void
    ) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(HotpatchWatchRoom(console: console, release: try await publish(console, mode, percentage)))
        }
    }

    static func publish(_ console: TestConsole, _ mode: HotpatchGuardMode, _ percentage: Double) async throws -> Hotpatch {
        let drafted = try await draft(console, mode, percentage)
        return try await console.server.hotpatches.publish(drafted.id, of: "demo", revision: nil, publicURL: "https://c.example", by: ann)
    }

    static func draft(_ console: TestConsole, _ mode: HotpatchGuardMode, _ percentage: Double) async throws -> Hotpatch {
        let json = #"{"platform":"ios","targetVersions":["2.0.0"],"percentage":\#(percentage),"guard":"\#(mode.rawValue)"}"#
        let input = try JSONDecoder().decode(HotpatchInput.self, from: Data(json.utf8))
        let upload = HotpatchUpload(name: "fix.lua", bytes: Array("return 1\n".utf8))
        return try await console.server.hotpatches.create(input, upload, of: try console.server.apps.app("demo"), zone: .gmt, by: ann)
    }

    var server: Server { console.server }
    var guarding: HotpatchGuard { server.hotpatchGuard }

    /// Offers it to so many devices of each arm, named t0… and c0…, an hour ago, and writes them down.
    func expose(_ count: Int, control: Int? = nil) async throws {
        let at = Int64(console.clock.now.milliseconds - 3_600_000)
        for number in 0..<count { note("t\(number)", .treatment, bucket: number % 1_000, at: at) }
        for number in 0..<(control ?? count) { note("c\(number)", .control, bucket: 9_999 - number % 1_000, at: at) }
        try await server.hotpatchExposures.flush()
    }

    func note(_ device: String, _ arm: HotpatchArm, bucket: Int, at: Int64) {
        server.hotpatchExposures.note(
            app: "demo",
            release: release.id,
            platform: .ios,
            device: device,
            version: "2.0.0",
            arm: arm,
            bucket: bucket,
            at: at
        )
    }

    /// Sends crash lines of some devices, as of now.
    func crash(_ devices: [String], id: String? = nil) async throws {
        try await send(devices.map { TelemetryLines.crash([1: time, 2: try product, 28: $0]) }, id: id)
    }

    func active(_ devices: [String]) async throws {
        try await send(devices.map { TelemetryLines.behaviour([1: time, 2: try product, 25: $0]) })
    }

    func started(_ devices: [String], milliseconds: Int) async throws {
        try await send(devices.map { TelemetryLines.performance([1: time, 2: try product, 13: "\(milliseconds)", 23: $0]) })
    }

    @discardableResult
    func send(_ lines: [String], id: String? = nil) async throws -> TelemetryReceipt {
        guard let door = server.apps.index.door(productID: try product) else { throw TestFailure("no door") }
        let body = Array(lines.joined(separator: "\n").utf8)
        return try await server.telemetry.receive(TelemetryDelivery(door: door, batchID: id, receivedAt: console.clock.now, body: body))
    }

    private var product: String {
        get throws { try server.apps.platform(.ios, of: "demo").logProductId }
    }

    /// As lines say it, in the app's zone.
    private var time: String {
        let shanghai = console.clock.now.addingTimeInterval(8 * 3_600).ISO8601Format()
        return shanghai.replacing("T", with: " ").replacing("Z", with: ".000")
    }

    func known() async throws -> HotpatchCase {
        let watch = try await server.database.read { try $0.readHotpatchWatch("demo", release.id) }
        return watch?.state.known ?? HotpatchCase()
    }

    func state() async throws -> HotpatchState { try await server.hotpatches.hotpatch(release.id, of: "demo").kept }

    func inbox() async throws -> Int {
        try await server.database.read { try $0.value("SELECT count(*) FROM hotpatch_inbox") ?? 0 }
    }

    func alertKinds() async throws -> [AlertKind] {
        try await server.alerts.list(of: "demo", AlertFilter(), try ListPlace(limit: 50, cursor: nil)).items.map(\.kind)
    }
}
