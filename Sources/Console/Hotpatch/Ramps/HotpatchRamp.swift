import Foundation
import Storage
import Web

/// A named schedule: by which steps a release comes to all devices.
struct HotpatchRamp: Codable, Sendable, Equatable {
    let id: String
    let name: String
    let steps: [HotpatchRampStep]
    /// Null for the one that every app has.
    let createdAt: OrNull<Date>
    let createdBy: String
    let changedAt: OrNull<Date>

    /// Schedules of an app, and steps of one.
    static let most = 20
    static let mostSteps = 20

    /// The one that every app has.
    static let standard = HotpatchRamp(
        id: "standard",
        name: "standard",
        steps: [(1, 12, 200), (2, 12, 500), (5, 24, 1_000), (10, 24, 2_000), (20, 24, 4_000), (50, 24, 10_000), (100, 0, 0)].map {
            HotpatchRampStep(percentage: $0.0, hours: $0.1, devices: $0.2)
        },
        createdAt: OrNull(nil),
        createdBy: "",
        changedAt: OrNull(nil)
    )

    static func == (one: HotpatchRamp, other: HotpatchRamp) -> Bool {
        one.id == other.id && one.name == other.name && one.steps == other.steps
    }
}

/// One step of a schedule.
struct HotpatchRampStep: Codable, Sendable, Equatable {
    /// Of all devices.
    let percentage: Double
    /// How long it stays there at least.
    let hours: Double
    /// How many devices have to have been offered the patch before the next step.
    let devices: Int
}

/// A schedule as somebody writes it down.
struct HotpatchRampDraft: Codable, Sendable {
    let name: String
    /// Percentages ascend, above 0 to 100.
    let steps: [HotpatchRampStep]

    /// - Throws: `invalid` with every field that is wrong.
    func checked() throws -> (name: String, steps: [HotpatchRampStep]) {
        let name = name.trimmingCharacters(in: .whitespaces)
        var rejections: [Rejection] = []
        if !(1...60).contains(name.unicodeScalars.count) || !name.isOneLine { rejections.append(Rejection("name", "hotpatch.ramp.name.invalid")) }
        if let key = Self.fault(in: steps) { rejections.append(Rejection("steps", key, ["limit": "\(HotpatchRamp.mostSteps)"])) }
        guard rejections.isEmpty else { throw Problem.invalid(rejections) }
        return (name, steps)
    }

    private static func fault(in steps: [HotpatchRampStep]) -> String? {
        guard (1...HotpatchRamp.mostSteps).contains(steps.count) else { return "hotpatch.ramp.steps.count" }
        let isAscending = zip(steps, steps.dropFirst()).allSatisfy { $0.percentage < $1.percentage }
        let isRight = steps.allSatisfy { RolloutShare.isPercentage($0.percentage) && $0.percentage > 0 }
        guard isAscending, isRight else { return "hotpatch.ramp.steps.percentages" }
        let areLimits = steps.allSatisfy { (0...2_160).contains($0.hours) && (0...1_000_000_000).contains($0.devices) }
        return areLimits ? nil : "hotpatch.ramp.steps.limits"
    }
}

/// Where a release is on its schedule.
struct HotpatchRampRun: Sendable, Equatable {
    let app: String
    let release: String
    let ramp: String
    /// As they were when it was chosen.
    let name: String
    let steps: [HotpatchRampStep]
    var state: HotpatchRampState
    /// Hundredths of a percent that it last saw or gave, and since when.
    var buckets: Int
    var since: Date
    var hold: HotpatchRampHold?

    /// The step it is on; nil before the first.
    var current: HotpatchRampStep? { steps.last { $0.percentage.hotpatchBuckets <= buckets } }
    var next: HotpatchRampStep? { steps.first { $0.percentage.hotpatchBuckets > buckets } }
    /// When the time of this step is over.
    var dueAt: Date { since.addingTimeInterval((current?.hours ?? 0) * 3_600) }
}

enum HotpatchRampState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case following, stopped, finished
}

/// Why a release is not raised although somebody might think it should.
enum HotpatchRampHold: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// It is no more than time that it waits for; for more devices.
    case time, devices
    /// The guard is off, decides nothing, or has seen some evidence of harm.
    case guardOff, frozen, evidence
    /// The release is a draft, paused, or a second person was asked.
    case draft, paused, approval
}

/// What became of a release on its schedule.
struct HotpatchRampEvent: Codable, Sendable, Equatable {
    let number: Int
    let kind: Kind
    let at: Date
    let by: String
    /// Percentages, a name, or the reason of a hold.
    let note: String

    enum Kind: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case chosen, raised, held, stopped, finished
        /// Somebody changed the percentage by hand; a second person declined.
        case deviation, declined
    }
}
