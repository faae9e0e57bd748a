import Foundation
import Storage
import Web

/// A message to devices of an app (contract, section 7), or one run or test of it.
struct PushMessage: Sendable, Equatable {
    let id: String
    let app: String
    let kind: PushMessageKind
    let plan: PushPlan
    let state: PushMessageState
    /// Rises with every change; a form or script brings it back, so that nothing is overwritten or sent unseen.
    let revision: Int
    /// Devices when it was frozen; nil for a draft that nobody reviewed. Of a repeated message as many as there were at its review: each run has
    /// its own.
    let audience: Int?
    /// Seconds between confirmation and sending.
    let window: Int
    let createdAt: Date
    let createdBy: String
    let frozenAt: Date?
    let confirmedAt: Date?
    let confirmedBy: String
    /// When the schedule looks at it next.
    let sendsAt: Date?
    let beganAt: Date?
    let endedAt: Date?
    /// When somebody last tested what it says now.
    let testedAt: Date?
    /// Of a run or test: the message.
    let parent: String?
    /// Of a run: when it was due, in milliseconds since 1970; of a test its number.
    let occurrence: Int?

    var content: PushContent { plan.content }
    var target: PushTarget { plan.target }
    var schedule: PushSchedule { plan.schedule }

    /// Runs are messages of their own; this one is never sent itself.
    var isRepeated: Bool { kind == .message && plan.schedule.repeats != .none }

    /// When it is due, which devices' own clocks and quiet hours are counted from.
    var due: Date {
        if kind == .run, let occurrence { return Date(milliseconds: occurrence) }
        return schedule.at ?? beganAt ?? sendsAt ?? createdAt
    }

    /// When a service is to give up on a device; nil for at once.
    /// - Parameter time: when the device was to get it.
    func expires(_ time: Date) -> Date? {
        content.ttlSeconds == 0 ? nil : time.addingTimeInterval(Double(content.ttlSeconds))
    }
}

/// What a message is: everything that people wrote.
struct PushPlan: Sendable, Equatable {
    /// For people; devices do not see it.
    var name: String
    var content: PushContent
    var target: PushTarget
    var schedule: PushSchedule
    var quiet: PushQuietHours?
    /// Beside what holds for every message of the app.
    var cap: PushCap?
    /// What placeholders are filled with, where the list of targets says nothing of its own.
    var parameters: [String: String]
}

/// What a row of messages is.
enum PushMessageKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case message, run, test
}

/// Where a message is in its life.
enum PushMessageState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case draft, confirmed, sending, stopped, done, cancelled

    /// What may be done, and what comes of it. `beginning` and `end` are the schedule's.
    static let transitions: [PushMessageState: [PushStep: PushMessageState]] = [
        .draft: [.confirmation: .confirmed],
        .confirmed: [.cancellation: .cancelled, .beginning: .sending],
        .sending: [.stop: .stopped, .end: .done],
    ]

    /// nil when it cannot be done.
    func after(_ step: PushStep) -> PushMessageState? { Self.transitions[self]?[step] }

    /// Nothing of it is sent any more.
    var isOver: Bool { [.stopped, .done, .cancelled].contains(self) }
}

/// The verbs that change a state.
enum PushStep: String, Codable, CaseIterable, Sendable {
    case confirmation, cancellation, beginning, stop, end
}

/// What became of one device. `held`: frozen, the message is not sent yet. `sending`: the intent is written down and no result yet; whose sender
/// died there becomes `unknown` and is never sent again.
enum PushDeliveryState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case held, queued, sending, sent, failed, unknown, skipped
}

/// What became of a message: one line of its history.
struct PushEvent: Codable, Sendable, Equatable {
    let number: Int
    let kind: Kind
    let at: Date
    let by: String
    /// A number of devices, a device, a reason.
    let note: String

    enum Kind: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case created, edited, copied, frozen, tested, confirmation, cancellation, beginning, stop, end
        /// A time of a repeated message: it ran, or was too late to.
        case run, missed
        /// A second person was asked, agreed, or did not; the question was taken back.
        case asked, approved, declined, withdrawn
    }
}

extension PushEvent.Kind {
    init(_ step: PushStep) {
        self =
            switch step {
            case .confirmation: .confirmation
            case .cancellation: .cancellation
            case .beginning: .beginning
            case .stop: .stop
            case .end: .end
            }
    }
}
