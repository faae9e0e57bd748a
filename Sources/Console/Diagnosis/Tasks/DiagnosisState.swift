import Storage

/// What became of a request for logs, in the documents' words: 未处理, 任务下发成功, 已上传, 处理完成, 失败, 过期. Stored: the words do not change.
enum DiagnosisState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// Of tasks: a second person has yet to agree, or did not.
    case asked, declined
    /// The device has not heard of it.
    case pending
    /// It has, or a silent push to it was taken by the push service.
    case delivered
    /// Part of the file is here.
    case uploading
    /// All of it is, and nobody has read it yet.
    case uploaded
    case done, failed
    /// Its time was over before the file was here.
    case expired

    /// The one table of what may follow what; a part begins anew when it is asked again.
    func mayBecome(_ next: DiagnosisState) -> Bool {
        switch self {
        case .asked: next == .pending || next == .declined
        case .declined: false
        case .pending: [.delivered, .uploading, .uploaded, .expired].contains(next)
        case .delivered: [.uploading, .uploaded, .expired].contains(next)
        case .uploading: [.delivered, .uploaded, .expired].contains(next)
        case .uploaded: next == .done || next == .failed
        case .done, .expired: next == .pending
        // What the console lost it may find again.
        case .failed: next == .pending || next == .done
        }
    }

    /// A device may still send.
    var isOpen: Bool { self == .pending || self == .delivered || self == .uploading }

    static let open: [DiagnosisState] = [.pending, .delivered, .uploading]

    /// The class of its tag on pages.
    var look: String {
        switch self {
        case .asked, .uploading, .uploaded: "run"
        case .pending: ""
        case .delivered: "warn"
        case .done: "good"
        case .declined, .failed, .expired: "bad"
        }
    }
}

extension DiagnosisState {
    /// The state of a task with these parts.
    /// - Parameter before: of the task, which stays while nobody has agreed to it, and while it has no part.
    static func of(_ parts: [(state: DiagnosisState, wake: DiagnosisWake)], before: DiagnosisState) -> DiagnosisState {
        guard before != .asked, before != .declined, !parts.isEmpty else { return before }
        let states = Set(parts.map(\.state))
        let furthest: [DiagnosisState] = [.uploaded, .uploading, .delivered]
        if let found = furthest.first(where: states.contains) { return found }
        if states.contains(.pending) { return parts.contains { $0.wake == .sent } ? .delivered : .pending }
        let ended: [DiagnosisState] = [.done, .failed, .expired]
        return ended.first(where: states.contains) ?? before
    }
}

/// What became of the silent push that was to wake a device. Stored: the words do not change.
enum DiagnosisWake: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// None was asked for: the device asks by itself.
    case none
    case waiting
    /// On its way; one that was under way when a node died stays so, and is not sent again.
    case sending
    case sent
    /// The device has no token: it asks by itself when it is used.
    case noToken
    case failed
}

/// By which network a device may send its file.
enum DiagnosisNetwork: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case wifi, any
}

/// How a device hears of a task.
enum DiagnosisChannel: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// By a silent push.
    case push
    /// When it asks.
    case poll
}

/// Sizes in bytes, times in seconds.
enum DiagnosisLimits {
    /// Hours that logs are asked of at most.
    static let hours = 7 * 24
    static let description = 200
    static let consent = 500
    /// Tasks made at once of a list.
    static let bulk = 200
    /// Open tasks of an app: all of them are in memory.
    static let open = 2_000
    /// Devices of one task.
    static let parts = 50
    /// Of one file: each is a blob.
    static let pieces = 4_096
    /// Tasks that one device is told of at once.
    static let told = 20
    static let megabytes = 50
    static let mostMegabytes = 500
    /// How long a task is kept after its logs are gone.
    static let life: Double = 365 * 86_400
}
