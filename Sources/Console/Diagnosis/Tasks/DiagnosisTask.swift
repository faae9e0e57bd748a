import Foundation
import Web

/// Logs of some hours that a user's devices, or one device, are asked for (诊断日志).
struct DiagnosisTask: Codable, Sendable, Equatable {
    let id: String
    /// For whom it was made: one of the two, the other is empty.
    let userId: String
    let deviceId: String
    let platform: Platform
    /// Whole hours.
    let from: Date
    let to: Date
    let network: DiagnosisNetwork
    let channel: DiagnosisChannel
    let description: String
    /// How the user agreed; empty where nobody wrote it down.
    let consent: String
    let state: DiagnosisState
    /// What made it: a rule's id and, e.g., a group's; null for one that a person made.
    let rule: OrNull<String>
    let subject: OrNull<String>
    let createdAt: Date
    let createdBy: String
    /// Of the second person's decision.
    let decidedAt: OrNull<Date>
    let decidedBy: String
    let reason: String
    /// Until when devices may send.
    let expiresAt: Date
    /// One for each device that is known of; a user's other devices come when they ask.
    var parts: [DiagnosisPart] = []
}

/// What one device is asked, and what came of it.
struct DiagnosisPart: Codable, Sendable, Equatable {
    let id: String
    let device: String
    let platform: Platform
    let state: DiagnosisState
    /// Why its log cannot be read, or it failed: a word of the catalogue's `label.diagnosisReason`; empty for none.
    let reason: String
    let wake: DiagnosisWake
    /// What the push service said; empty unless it did not take the push.
    let wakeReason: String
    let createdAt: Date
    let deliveredAt: OrNull<Date>
    let uploadedAt: OrNull<Date>
    let finishedAt: OrNull<Date>
    /// Bytes of the file, and of those that are here.
    let size: OrNull<Int>
    let received: Int
    /// Hex; empty until all of it is here.
    let sha256: String
    /// Entries that can be read, and the times of the first and last; null while there is no log, and when it is no longer kept.
    let log: OrNull<DiagnosisLogFacts>
    /// Whether the file as it was sent is still here.
    let isKept: Bool
}

/// What is known of a log without opening it.
struct DiagnosisLogFacts: Codable, Sendable, Equatable {
    let lines: Int
    let files: Int
    /// Null when no line says.
    let from: OrNull<Date>
    let to: OrNull<Date>
}

/// What an app's people decided about tasks.
struct DiagnosisOption: Codable, Sendable, Equatable {
    /// A second person has to agree to each task that a person makes.
    var approval = false
    /// Whoever makes one has to say how the user agreed.
    var consent = false
    /// Days until a task ends that nobody answered.
    var lifeDays = 7
    /// Of a device's file.
    var largestMegabytes = DiagnosisLimits.megabytes
    /// Days that logs are kept.
    var keepDays = 30
    /// Devices that rules may ask within 24 hours.
    var dailyQuota = 20

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        let ranges: [(String, Int, ClosedRange<Int>)] = [
            ("lifeDays", lifeDays, 1...30), ("largestMegabytes", largestMegabytes, 1...DiagnosisLimits.mostMegabytes),
            ("keepDays", keepDays, 1...365),
            ("dailyQuota", dailyQuota, 0...1_000),
        ]
        let wrong = ranges.filter { !$0.2.contains($0.1) }.map { field, _, range in
            Rejection(field, "diagnosis.range", ["from": "\(range.lowerBound)", "to": "\(range.upperBound)"])
        }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    /// For the log of changes.
    var audited: [String: String] {
        [
            "approval": "\(approval)", "consent": "\(consent)", "lifeDays": "\(lifeDays)", "largestMegabytes": "\(largestMegabytes)",
            "keepDays": "\(keepDays)", "dailyQuota": "\(dailyQuota)",
        ]
    }
}

extension DiagnosisTask {
    /// For people who have to tell them apart; without the user's name: the audit log is kept for ever.
    var audited: String { "\(platform.rawValue) (\(id))" }

    /// Whom it asks.
    var ledgered: String { LedgerAudience([userId.isEmpty ? .devices(1) : .users(1)]).text }

    var values: [String: String] {
        [
            "from": from.ISO8601Format(), "to": to.ISO8601Format(), "network": network.rawValue, "channel": channel.rawValue,
            "by": userId.isEmpty ? "device" : "user", "state": state.rawValue, "audience": ledgered,
        ]
    }
}
