import Foundation
import Storage
import Web

/// Holds what devices were told against the crash groups that they reported.
///
/// Each change is a small cohort study from the moment on in which the first device was told of it: of the devices that were active since, those that
/// were told are compared with all others. A device counts as told only if it was before it reported the group for the first time; reports of devices
/// that had the group before there was the change count on neither side. What is compared are devices as the rollout chose them, not as a coin did: a
/// lift is a reason to look.
struct ExposureLifts: Sendable {
    let database: Database
    let ledger: Ledger
    let activity: ExposureActivity
    let clock: Clock

    /// How far back the first device was told.
    static let days = 30
    /// Changes compared for one group, the latest.
    static let mostChanges = 100
    /// Devices of a group that are read. Of more, those with the lowest ids: as good as by chance, as ids are.
    static let mostDevices = 2_000
    /// Entries of the ledger that are looked through for who published.
    private static let mostEntries = 500

    /// What devices of the group's platform were told, the most suspicious first.
    func ranking(of group: CrashGroup, of app: String) async throws -> ExposureRanking {
        let now = clock.now
        let start = now.addingTimeInterval(-Double(Self.days) * 86_400)
        let tallies = try await database.read { connection in
            try connection.exposureTallies(of: app, on: group.platform, since: start.milliseconds, limit: Self.mostChanges)
        }
        guard let first = tallies.map(\.tally.firstAt).min() else {
            return ExposureRanking(items: [], devicesRead: 0, isSample: false, since: start)
        }
        let active = try await activity.devices(of: app, on: group.platform, since: start, at: now, database)
        let publishers = try await publishers(of: app, from: start, to: now)
        return try await database.read { connection in
            let cases = try connection.crashGroupFirsts(app, group.id, since: first, limit: Self.mostDevices + 1)
            let read = Array(cases.prefix(Self.mostDevices))
            let marks = try connection.exposureMarks(of: read.map(\.device), app, Set(tallies.map(\.subject.kind)), since: Date(milliseconds: first))
            let names = try connection.exposureNames(Set(tallies.map(\.subject)), app, at: now)
            let suspects = tallies.compactMap { subject, tally -> ExposureSuspect? in
                guard let name = names[subject] else { return nil }
                let (told, others) = ExposureCases(read, marks[subject] ?? [:]).sides(tally, active: active.count(since: tally.firstAt))
                let since = Date(milliseconds: tally.firstAt)
                return ExposureSuspect(subject, name, since: since, by: publishers[subject], told: told, others: others)
            }
            let ranked = suspects.sorted(by: ExposureSuspect.comesBefore)
            return ExposureRanking(items: ranked, devicesRead: read.count, isSample: cases.count > read.count, since: start)
        }
    }

    /// Of each subject, who made the first of its changes that devices came to feel.
    private func publishers(of app: String, from start: Date, to now: Date) async throws -> [ExposureSubject: String] {
        let soon = now.addingTimeInterval(1)
        let entries = try await ledger.felt(in: [app], from: start, to: soon, limit: Self.mostEntries)
        let found = entries.compactMap { entry -> (ExposureSubject, String)? in
            guard let kind = ExposureKind(rawValue: entry.kind.rawValue), let id = entry.subject.value else { return nil }
            return (ExposureSubject(kind: kind, id: id), entry.actor)
        }
        return Dictionary(found) { _, earlier in earlier }
    }
}

/// Devices that reported a group, beside the times at which they were told of one change.
struct ExposureCases: Sendable {
    /// When each first reported it, in ms since 1970.
    let firsts: [(device: String, at: Int)]
    let told: [String: Int]

    /// - Parameter told: by device, in ms since 1970.
    init(_ firsts: [(device: String, at: Int)], _ told: [String: Int]) {
        (self.firsts, self.told) = (firsts, told)
    }

    /// - Parameters:
    ///   - tally: of all devices that were told.
    ///   - active: devices since the first was.
    func sides(_ tally: ExposureTally, active: Int) -> (told: ExposureSide, others: ExposureSide) {
        var (exposed, others, late) = (0, 0, 0)
        for (device, time) in firsts where time >= tally.firstAt {
            let moment = told[device]
            if let moment, moment <= time { exposed += 1 } else { others += 1 }
            if let moment, moment > time { late += 1 }
        }
        let side = ExposureSide(devices: tally.devices - late, crashed: exposed)
        return (side, ExposureSide(devices: active - side.devices, crashed: others))
    }
}

extension Connection {
    /// When devices were told of what, by subject and device, in ms since 1970: as it is noted, and of pushes as services took them.
    /// - Parameter kinds: of the changes in question; without a push among them nobody's deliveries are read.
    fileprivate func exposureMarks(
        of devices: [String],
        _ app: String,
        _ kinds: Set<ExposureKind>,
        since start: Date
    ) throws -> [ExposureSubject: [String: Int]] {
        var marks: [ExposureSubject: [String: Int]] = [:]
        for mark in try exposures(of: devices, app, since: start.milliseconds) { marks[mark.subject, default: [:]][mark.device] = mark.at }
        for push in kinds.contains(.push) ? try pushesTold(devices, app, since: start) : [] {
            marks[ExposureSubject(kind: .push, id: push.message), default: [:]][push.device] = push.at.milliseconds
        }
        return marks
    }
}
