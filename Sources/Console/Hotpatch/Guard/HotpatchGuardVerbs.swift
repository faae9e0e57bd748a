import Foundation
import Storage
import Web

/// What people and time do to it.
extension HotpatchGuard {
    /// How long a device may say nothing before it counts as silent; from now on.
    /// - Throws: `invalid`; `notFound`; `conflict` when it is no longer watched.
    func setSilence(_ hours: Int, of id: String, in app: String, by actor: Actor) async throws {
        guard HotpatchWatch.silences.contains(hours) else {
            throw Problem.invalid("silenceHours", "hotpatch.watch.silence.range", ["from": "1", "to": "\(HotpatchWatch.silences.upperBound)"])
        }
        let now = clock.now
        try await database.write { [audit = hotpatches.audit] connection in
            let release = try connection.hotpatch(app, id)
            let state = release.state(at: now)
            guard state == .draft || state.isLive else { throw Problem(.conflict, "hotpatch.watch.over") }
            try connection.openHotpatchWatch(app, id, at: now)
            let before = try connection.hotpatchWatch(app, id)
            guard before?.closedAt == nil else { throw Problem(.conflict, "hotpatch.watch.over") }
            try connection.setHotpatchSilence(hours, byHand: true, app, id)
            let was = before?.silenceHours.map { ["silenceHours": "\($0)"] } ?? [:]
            try audit.record(
                connection,
                by: actor,
                "hotpatch.silence",
                app: app,
                object: release.audited,
                before: was,
                after: ["silenceHours": "\(hours)"]
            )
        }
    }

    /// Removes all of an app that is deleted.
    func forget(app: String) async throws {
        try await database.write { try $0.deleteHotpatchGuard(of: app) }
    }

    /// Days that devices are known of a release that is over; its numbers stay.
    private static let keptDays = 90

    /// One bounded step; once per cluster, each hour.
    @Sendable func purge() async throws {
        let end = clock.now.addingTimeInterval(-Double(Self.keptDays) * 86_400)
        for _ in 0..<50 {
            let hasMore = try await database.write { try $0.forgetHotpatchDevices(closedBefore: end) }
            if !hasMore { return }
        }
    }
}
