import Foundation
import Web

/// A line of a job's log.
public struct JobLine: Codable, Sendable {
    /// From 1, over all attempts.
    public let number: Int
    public let at: Date
    /// In the language of whoever reads it.
    public let message: Message
}

/// What one attempt has to say, until it is written down. Lines have their numbers from the start: written twice they are there once.
struct JobLog: Sendable {
    struct Line: Sendable {
        let number: Int
        let at: ContinuousClock.Instant
        let message: Message
    }

    /// Of handlers; the last one says that no more are kept.
    static let most = 2_000
    private(set) var lines: [Line] = []
    private var last: Int

    /// - Parameter last: the number of the last line of earlier attempts.
    init(after last: Int) {
        self.last = last
    }

    mutating func note(_ key: String, _ arguments: [String: String]) {
        guard last < Self.most else { return }
        add(last == Self.most - 1 ? Message("jobs.log.full", ["most": "\(Self.most)"]) : Self.bounded(key, arguments))
    }

    mutating func mark(_ key: String, _ arguments: [String: String]) {
        guard last < 2 * Self.most else { return }
        add(Self.bounded(key, arguments))
    }

    private mutating func add(_ message: Message) {
        last += 1
        lines.append(Line(number: last, at: .now, message: message))
    }

    /// A line of a page each, whatever comes from outside.
    private static func bounded(_ key: String, _ arguments: [String: String]) -> Message {
        let few = arguments.sorted { $0.key < $1.key }.prefix(8).map { ($0.key, String(OperationsLog.oneLine($0.value).prefix(300))) }
        return Message(key, Dictionary(uniqueKeysWithValues: few))
    }

    mutating func forget(upTo number: Int) {
        lines.removeAll { $0.number <= number }
    }
}
