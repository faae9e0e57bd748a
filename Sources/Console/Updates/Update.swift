import Foundation
import Storage
import Web

/// One release of an app that devices are told of when they ask for updates (contract, section 5).
struct Update: Sendable, Equatable {
    let id: String
    let app: String
    let plan: UpdatePlan
    /// Of the percentage's bucket: new for every release, so that not the same devices are always the first.
    let salt: String
    /// As it is stored; see ``state(at:)``.
    let kept: UpdateState
    /// Rises with every change; a form or script brings it back, so that nothing is overwritten or published unseen.
    let revision: Int
    let createdAt: Date
    let createdBy: String
    let publishedAt: Date?
    /// Users named by the whitelist.
    let named: Int
    /// Devices that have a place in the time window, where it counts them.
    let taken: Int

    /// A window's end is nobody's verb: time passes it.
    func state(at time: Date) -> UpdateState {
        guard kept == .running || kept == .paused, let window = plan.window, !window.isOpen(at: time) else { return kept }
        return .expired
    }

    var windowKey: RolloutWindowKey { RolloutWindowKey(app: app, release: id) }
}

/// Where a release is in its life.
enum UpdateState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case draft, running, paused
    /// Its time window is over.
    case expired
    case ended

    /// What may be done, and what comes of it.
    static let transitions: [UpdateState: [UpdateStep: UpdateState]] = [
        .draft: [.publication: .running],
        .running: [.pause: .paused, .end: .ended],
        .paused: [.resume: .running, .end: .ended],
        .expired: [.end: .ended],
    ]

    /// nil when it cannot be done.
    func after(_ step: UpdateStep) -> UpdateState? { Self.transitions[self]?[step] }
}

/// The verbs that change a state.
enum UpdateStep: String, Codable, CaseIterable, Sendable {
    case publication, pause, resume, end
}

/// How a device is told.
enum UpdateType: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case once, everyTime, force

    /// help.aliyun.com 112943: 202 once per interval, 204 every time, 206 until it is done.
    var status: Int {
        switch self {
        case .once: 202
        case .everyTime: 204
        case .force: 206
        }
    }
}

/// Who is told. Devices are held against releases in this order.
enum UpdateMode: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case whitelist, timeWindow, percentage, official

    /// The first in line has the lowest.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What a release says, to whom and how.
struct UpdatePlan: Sendable, Equatable {
    var platform: Platform
    /// That devices are to have.
    var version: String
    /// Id of the build that they install; nil for one from elsewhere.
    var build: String?
    /// Empty while it is the build's own, which is written down when the release is published.
    var downloadURL: String
    var message: String
    var upgradeType: UpdateType
    var remindIntervalDays: Int
    var mode: UpdateMode
    /// Of the mode `percentage`.
    var percentage: Double?
    /// Of the mode `timeWindow`.
    var window: RolloutWindow?
    /// All have to hold.
    var rules: [UpdateRule]
    /// Empty for all.
    var networks: [String]
    /// Devices below it are forced.
    var forceBelow: String?
    /// Of the build's file, in bytes; 0 for one from elsewhere.
    var fileSize: Int
    /// Of the build's file; empty for one from elsewhere.
    var md5: String
}

/// What became of a release: one line of its history.
struct UpdateEvent: Codable, Sendable, Equatable {
    let number: Int
    let kind: Kind
    let at: Date
    let by: String
    /// What it was changed to, where that is one thing: a percentage, a number of users.
    let note: String

    enum Kind: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case created, edited, publication, pause, resume, end, rollout, whitelist
    }
}
