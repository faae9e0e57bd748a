import Foundation
import Storage
import Web

/// A message on its way to one channel.
struct AlertDelivery: Codable, Sendable, Equatable, Identifiable {
    /// The same over all attempts: receivers know by it what they have already.
    let id: String
    /// Null where it tells of no alert.
    let alertId: OrNull<String>
    /// The entry of the log of changes; null where it tells of none. A test has neither.
    let changeId: OrNull<String>
    let readers: AlertReaders
    let channelId: String
    /// As it was called then; the channel may be gone.
    let channelName: String
    let kind: AlertChannelKind
    /// Its first line.
    let title: String
    let state: AlertDeliveryState
    let createdAt: Date
    let attempts: Int
    /// When it is tried next; null when it is not.
    let nextAt: OrNull<Date>
    let finishedAt: OrNull<Date>
    /// Of the last attempt.
    let problem: OrNull<AlertProblem>
}

/// What a message is about.
enum AlertDeliverySubject: String, Codable, CaseIterable, Sendable {
    case alert, change, test
}

/// Who may see a message in the log: what it tells of is shown to no others either. Stored: the words do not change.
enum AlertReaders: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// All who may see the app.
    case viewers
    /// Those who look after it: who has which role on it.
    case admins
    /// Those who look after the console: what belongs to no app.
    case console
}

extension [AlertReaders] {
    /// Those that somebody is one of.
    static func including(_ context: Context, of app: String) -> [AlertReaders] {
        [.viewers] + (context.isAdmin(app) ? [.admins] : []) + (context.isConsoleAdmin ? [.console] : [])
    }
}

/// Where a message is. Stored: the words do not change.
enum AlertDeliveryState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case waiting, delivered, failed

    /// Sent again by hand, whatever came of it: the receiver may have lost it.
    static let allowed: [AlertDeliveryState: Set<AlertDeliveryState>] = [
        .waiting: [.waiting, .delivered, .failed], .delivered: [.waiting], .failed: [.waiting],
    ]
}

/// One attempt, as the log keeps it.
struct AlertAttempt: Codable, Sendable, Equatable {
    /// From 1.
    let number: Int
    let at: Date
    let milliseconds: Int
    /// Of the HTTP answer; null without one.
    let status: OrNull<Int>
    /// Null when it was taken.
    let problem: OrNull<AlertProblem>
    /// Its beginning.
    let answer: String
}

/// When a message that was not taken is tried again.
enum AlertSchedule {
    /// Seconds from one attempt to the next: 9 attempts within 21 hours. An alert that is older than a day helps nobody.
    static let pauses = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200]
    static var mostTries: Int { pauses.count + 1 }

    /// - Parameters:
    ///   - tries: so far; 1 or more.
    ///   - chance: from 0 to 1: up to a tenth more, so that what failed together is not tried together.
    /// - Returns: nil when it is given up.
    static func pause(after tries: Int, of most: Int, _ outcome: AlertOutcome, chance: Double) -> Double? {
        guard let problem = outcome.problem, !problem.isFinal, tries < most, tries >= 1 else { return nil }
        let pause = Double(pauses[min(tries, pauses.count) - 1]) * (1 + 0.1 * chance)
        return max(pause, Double(outcome.retryAfter ?? 0))
    }
}
