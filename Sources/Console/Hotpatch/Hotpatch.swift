import Foundation
import Storage
import Web

/// One code patch of an app: a script that devices fetch, verify and run (contract, section 6).
struct Hotpatch: Sendable, Equatable {
    let id: String
    let app: String
    /// The patch version that devices name: counts per app and platform.
    let number: Int
    let plan: HotpatchPlan
    let script: HotpatchSource
    /// Of the percentage's bucket: new for every release, so that not the same devices are always the first.
    let salt: String
    /// As it is stored; see ``state(at:)``.
    let kept: HotpatchState
    /// Rises with every change; a form or script brings it back, so that nothing is overwritten or published unseen.
    let revision: Int
    /// Target versions that a newer release took over.
    let replaced: [String]
    /// The lowest percentage above 0 that it ran with first; nil while it never had one.
    let firstPercentage: Double?
    /// The highest percentage that it ever ran with: devices inside it may hold the patch.
    let mostPercentage: Double
    let createdAt: Date
    let createdBy: String
    let publishedAt: Date?
    /// What devices called the console when it was published; the address of its packages begins with it.
    let publicURL: String
    /// What the guard wrote down when it halted it, as JSON; nil unless it did.
    let finding: String?
    /// Users named by the whitelist.
    let named: Int

    /// What devices name in `current` and reports.
    var version: String { "\(number)" }

    /// A window's end is nobody's verb: time passes it.
    func state(at time: Date) -> HotpatchState {
        guard kept == .running || kept == .paused, let end = plan.endsAt, end <= time else { return kept }
        return .ended
    }

    /// Target versions that still get it.
    var liveVersions: [String] {
        let gone = Set(replaced.map(RolloutVersion.init))
        return plan.targetVersions.filter { !gone.contains(RolloutVersion($0)) }
    }

    /// Whether it runs with the lowest percentage that it was ever given: its first step.
    var isAtFirstPercentage: Bool {
        guard let firstPercentage else { return true }
        return plan.percentage <= firstPercentage
    }
}

/// Where a release is in its life. A patch stays on the devices that have it when its release has ended; one that was rolled back or halted is withdrawn.
enum HotpatchState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case draft, running, paused, ended, rolledBack, halted

    /// What may be done, and what comes of it. An ended one can be rolled back: it is still on devices.
    static let transitions: [HotpatchState: [HotpatchStep: HotpatchState]] = [
        .draft: [.publication: .running],
        .running: [.pause: .paused, .end: .ended, .rollback: .rolledBack, .halt: .halted],
        .paused: [.resume: .running, .end: .ended, .rollback: .rolledBack, .halt: .halted],
        .ended: [.rollback: .rolledBack],
    ]

    /// nil when it cannot be done.
    func after(_ step: HotpatchStep) -> HotpatchState? { Self.transitions[self]?[step] }

    /// Devices that hold the patch are told to drop it.
    var isWithdrawn: Bool { self == .rolledBack || self == .halted }
    /// Devices get it, or will once it goes on.
    var isLive: Bool { self == .running || self == .paused }
}

/// The verbs that change a state. `halt` is the guard's.
enum HotpatchStep: String, Codable, CaseIterable, Sendable {
    case publication, pause, resume, end, rollback, halt
}

/// When a device runs a patch that it fetched.
enum HotpatchRunAt: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case now, nextLaunch
}

/// What the guard does about a patch that harms.
enum HotpatchGuardMode: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case off, notify, halt
}

/// What a release is, and for whom.
struct HotpatchPlan: Sendable, Equatable {
    var platform: Platform
    /// Exact versions of the app; 1.2 is 1.2.0.
    var targetVersions: [String]
    /// For people; devices do not see it.
    var note: String
    /// Of the devices, beside those of the whitelist; 0 for nobody.
    var percentage: Double
    /// All have to hold; not for users of the whitelist.
    var rules: [UpdateRule]
    var format: HotpatchFormat
    var runAt: HotpatchRunAt
    var guardMode: HotpatchGuardMode
    /// Before it only users of the whitelist get it.
    var opensAt: Date?
    /// From then on no device gets it any more.
    var endsAt: Date?
}

/// A script as it was uploaded.
struct HotpatchSource: Sendable, Equatable {
    /// SHA-256 of the bytes, which are a blob.
    let blob: BlobID
    let name: String
    /// Bytes.
    let size: Int
    let language: HotpatchLanguage
}

/// What became of a release: one line of its history.
struct HotpatchEvent: Codable, Sendable, Equatable {
    let number: Int
    let kind: Kind
    let at: Date
    let by: String
    /// What it was changed to, where that is one thing: a percentage, a number of users, the patch that replaced it on some versions.
    let note: String

    enum Kind: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case created, edited, publication, pause, resume, end, rollback, halt, raised, lowered, whitelist
        /// A newer release took over some of its versions, or all.
        case replaced
        /// It took over versions of an older one.
        case replacing
        /// A second person was asked, agreed, or did not; the question was taken back.
        case asked, approved, declined, withdrawn
        /// Packed again, because the app's secret was rotated.
        case repacked
        /// What the guard does from then on.
        case guardOff, guardNotify, guardHalt
    }
}

extension HotpatchEvent.Kind {
    init(_ mode: HotpatchGuardMode) {
        self =
            switch mode {
            case .off: .guardOff
            case .notify: .guardNotify
            case .halt: .guardHalt
            }
    }

    init(_ step: HotpatchStep) {
        self =
            switch step {
            case .publication: .publication
            case .pause: .pause
            case .resume: .resume
            case .end: .end
            case .rollback: .rollback
            case .halt: .halt
            }
    }
}
