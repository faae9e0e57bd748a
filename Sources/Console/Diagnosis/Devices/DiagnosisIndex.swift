import Foundation
import Synchronization

/// A task that a device may still answer, as devices are told of it.
struct DiagnosisOpen: Sendable, Equatable {
    let app: String
    let task: String
    let platform: Platform
    /// Empty for a task of one device.
    let user: String
    let from: Date
    let to: Date
    let network: DiagnosisNetwork
    let channel: DiagnosisChannel
    let publicURL: String
    let expiresAt: Date
    /// By device; only those that can still send.
    let parts: [String: Part]
    /// Devices that are done with it.
    let closed: Set<String>

    /// Whether one more device may be asked.
    var hasRoom: Bool { parts.count + closed.count < DiagnosisLimits.parts }

    struct Part: Sendable, Equatable {
        let id: String
        let round: Int
        let state: DiagnosisState
    }
}

/// The open tasks of every app in memory, so that a device's question costs no SQL. Rebuilt after every change, whichever node made it.
final class DiagnosisIndex: Sendable {
    private let apps = Mutex(ChangeCopy([String: Entry]()))

    private struct Entry: Sendable {
        var byDevice: [String: [DiagnosisOpen]] = [:]
        var byUser: [String: [DiagnosisOpen]] = [:]
    }

    /// Of the topic ``ChangeTopic/diagnosis``.
    var version: Int { apps.withLock { $0.version } }

    /// What a device may be told, oldest first: tasks that it has a part of, and those of its user.
    func tasks(_ app: String, _ platform: Platform, device: String, user: String, at now: Date) -> [DiagnosisOpen] {
        let entry = apps.withLock { $0.content[app] }
        guard let entry else { return [] }
        let own = entry.byDevice[device] ?? []
        let known = Set(own.map(\.task))
        let users = user.isEmpty ? [] : (entry.byUser[user] ?? []).filter { !known.contains($0.task) && !$0.closed.contains(device) && $0.hasRoom }
        return (own + users).filter { $0.platform == platform && $0.expiresAt > now }
    }

    /// - Parameters:
    ///   - open: all of them, oldest first.
    ///   - version: at which they were read.
    ///   - before: this index's version when the read began.
    func replace(_ open: [DiagnosisOpen], at version: Int, since before: Int) {
        var content: [String: Entry] = [:]
        for task in open {
            for device in task.parts.keys { content[task.app, default: Entry()].byDevice[device, default: []].append(task) }
            if !task.user.isEmpty { content[task.app, default: Entry()].byUser[task.user, default: []].append(task) }
        }
        apps.withLock { $0.take(content, at: version, since: before) }
    }
}
