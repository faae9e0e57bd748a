import Foundation
import Storage
import Web

/// Whether a second person has to agree before devices get a release, or more of them: an option of the app.
struct HotpatchApprovalOption: Codable, Sendable, Equatable {
    let approval: Mode
    /// Of the mode `from`: releases at this percentage and above.
    let percentage: Double

    enum Mode: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case off, all, from
    }

    static let off = HotpatchApprovalOption(approval: .off, percentage: 0)

    func asks(_ percentage: Double) -> Bool {
        switch approval {
        case .off: false
        case .all: true
        case .from: percentage >= self.percentage
        }
    }
}

/// What a second person is asked.
struct HotpatchApproval: Codable, Sendable, Equatable {
    let number: Int
    let kind: Kind
    /// That devices would get it at.
    let percentage: Double
    /// The release's when it was asked.
    let revision: Int
    let state: State
    let askedAt: Date
    let askedBy: String
    let decidedAt: OrNull<Date>
    /// Empty while it is open.
    let decidedBy: String
    /// Why it was declined.
    let reason: String

    enum Kind: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case publication, rollout
    }

    enum State: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case asked, approved, declined, withdrawn
    }
}

/// Asking, agreeing, declining.
extension Hotpatches {
    func approval(of app: String) async throws -> HotpatchApprovalOption {
        try await database.read { try $0.hotpatchApprovalOption(app) }
    }

    /// Questions that are open stay so.
    func setApproval(_ option: HotpatchApprovalOption, of app: String, by actor: Actor) async throws {
        guard RolloutShare.isPercentage(option.percentage) else { throw Problem.invalid("percentage", "hotpatch.percentage.range") }
        try await database.write { connection in
            let before = try connection.hotpatchApprovalOption(app)
            try connection.setHotpatchApprovalOption(option, app)
            try audit.record(connection, by: actor, "hotpatch.approvalOption", app: app, object: app, before: before.values, after: option.values)
        }
    }

    /// Newest first; the last 50.
    func approvals(_ id: String, of app: String) async throws -> [HotpatchApproval] {
        try await database.read { connection in
            _ = try connection.hotpatch(app, id)
            return try connection.hotpatchApprovals(app, id, limit: 50)
        }
    }

    /// The same question again is one.
    func ask(
        _ kind: HotpatchApproval.Kind,
        _ percentage: Double,
        _ id: String,
        of app: String,
        revision: Int?,
        by actor: Actor,
        _ person: String?
    ) async throws -> Hotpatch {
        let now = clock.now
        return try await database.write { connection in
            try connection.lockHotpatches(of: app)
            let hotpatch = try connection.hotpatch(app, id)
            try hotpatch.check(revision)
            let isAskable = kind == .publication ? hotpatch.kept == .draft : hotpatch.state(at: now).isLive
            guard isAskable else { throw Problem(.conflict, "hotpatch.state.publication") }
            if let open = try connection.openHotpatchApproval(app, id) {
                if open.kind == kind, open.percentage == percentage, open.revision == hotpatch.revision { return hotpatch }
                try withdrawQuestion(connection, hotpatch, at: now, by: actor)
            }
            try connection.insertHotpatchApproval(kind, percentage, hotpatch, at: now, by: actor, person ?? actor.id)
            let percent = RolloutFinding.percent(percentage)
            try connection.addHotpatchEvent(.asked, percent, app, id, at: now, by: actor.name)
            let values = ["kind": kind.rawValue, "percentage": percent]
            try audit.record(connection, by: actor, "hotpatch.asked", app: app, object: hotpatch.audited, after: values)
            return hotpatch
        }
    }

    /// Agrees to what was asked, which is done at once.
    /// - Parameter person: id of the account; another than the one that asked.
    /// - Throws: `notFound`; `conflict` when nothing is asked, or the release was changed since; `forbidden` for the one who asked.
    func approve(_ id: String, of app: String, publicURL: String, by actor: Actor, person: String) async throws -> Hotpatch {
        let hotpatch = try await hotpatch(id, of: app)
        let question = try await database.read { try $0.openHotpatchApproval(app, id) }
        guard let question else { throw Problem(.conflict, "hotpatch.approval.none") }
        let now = clock.now
        if question.kind == .publication {
            return try await packed(hotpatch) { packed, connection, hotpatch, now in
                try agree(connection, hotpatch, question, at: now, by: actor, person)
                try takePublication(connection, hotpatch, packed, publicURL, at: now, by: actor)
            }
        }
        return try await change(id, of: app) { connection, hotpatch in
            try agree(connection, hotpatch, question, at: now, by: actor, person)
            try takeRaise(connection, hotpatch, to: question.percentage, at: now, by: actor)
        }
    }

    private func agree(
        _ connection: Connection,
        _ hotpatch: Hotpatch,
        _ question: HotpatchApproval,
        at now: Date,
        by actor: Actor,
        _ person: String
    ) throws {
        let (app, id) = (hotpatch.app, hotpatch.id)
        guard try connection.openHotpatchApproval(app, id) == question else { throw Problem(.conflict, "hotpatch.stale") }
        guard question.kind == .rollout || question.revision == hotpatch.revision else { throw Problem(.conflict, "hotpatch.stale") }
        guard try connection.hotpatchAsker(app, id, question.number) != person else { throw Problem(.forbidden, "hotpatch.approval.own") }
        try connection.decideHotpatchApproval(.approved, "", question.number, app, id, at: now, by: actor.name)
        let percent = RolloutFinding.percent(question.percentage)
        try connection.addHotpatchEvent(.approved, percent, app, id, at: now, by: actor.name)
        let values = ["kind": question.kind.rawValue, "percentage": percent, "askedBy": question.askedBy]
        try audit.record(connection, by: actor, "hotpatch.approved", app: app, object: hotpatch.audited, after: values)
    }

    /// Says no; of the one who asked it takes the question back.
    /// - Throws: `notFound`; `conflict` when nothing is asked.
    func decline(_ id: String, of app: String, reason: String, by actor: Actor, person: String) async throws -> Hotpatch {
        let now = clock.now
        let reason = String(reason.trimmingCharacters(in: .whitespacesAndNewlines).prefix(500))
        return try await database.write { connection in
            try connection.lockHotpatches(of: app)
            let hotpatch = try connection.hotpatch(app, id)
            guard let question = try connection.openHotpatchApproval(app, id) else { throw Problem(.conflict, "hotpatch.approval.none") }
            if try connection.hotpatchAsker(app, id, question.number) == person {
                try withdrawQuestion(connection, hotpatch, at: now, by: actor)
                return hotpatch
            }
            try connection.decideHotpatchApproval(.declined, reason, question.number, app, id, at: now, by: actor.name)
            try connection.addHotpatchEvent(.declined, reason, app, id, at: now, by: actor.name)
            let values = ["kind": question.kind.rawValue, "reason": reason, "askedBy": question.askedBy]
            try audit.record(connection, by: actor, "hotpatch.declined", app: app, object: hotpatch.audited, after: values)
            return hotpatch
        }
    }

    /// What was asked is overtaken by what happens; nothing when nothing is asked.
    func withdrawQuestion(_ connection: Connection, _ hotpatch: Hotpatch, at now: Date, by actor: Actor) throws {
        guard let question = try connection.openHotpatchApproval(hotpatch.app, hotpatch.id) else { return }
        try connection.decideHotpatchApproval(.withdrawn, "", question.number, hotpatch.app, hotpatch.id, at: now, by: actor.name)
        try connection.addHotpatchEvent(.withdrawn, "", hotpatch.app, hotpatch.id, at: now, by: actor.name)
        try audit.record(connection, by: actor, "hotpatch.withdrawn", app: hotpatch.app, object: hotpatch.audited)
    }
}

extension HotpatchApprovalOption {
    fileprivate var values: [String: String] {
        ["approval": approval.rawValue, "percentage": approval == .from ? RolloutFinding.percent(percentage) : ""].filter { !$0.value.isEmpty }
    }
}
