import Foundation
import Logging
import Signing
import Storage
import Web

/// Logs that devices are asked for (诊断日志): tasks, what each device is asked, and what became of it. Each verb is one transaction with its audit
/// entry.
struct Diagnosis: Sendable {
    let database: Database
    let blobs: any Blobs
    let apps: AppIndex
    let jobs: Jobs
    let inspector: FileInspector
    /// Where files are put for a moment; see ``DiagnosisReading`` for what stands there in clear.
    let directory: String
    /// Of the installation: seals the keys of files, and makes addresses that nobody guesses.
    let key: [UInt8]
    /// Wakes a device silently; nil when it has no token.
    let push: @Sendable (_ app: String, _ device: String, _ data: [String: String]) async -> DiagnosisWakeOutcome?
    let audit: Audit
    let clock: Clock
    /// What devices are told, without SQL.
    let index = DiagnosisIndex()
    let deliveries = DiagnosisDeliveries()
    let gate = DiagnosisGate()
    let readers = DiagnosisReaders()
    private static let logger = Logger(label: "diagnosis")

    /// Takes up the open tasks; at start, and after every change by any node.
    @Sendable func refresh() async throws {
        let (before, now) = (index.version, clock.now)
        let (version, open) = try await database.read { (try $0.version(of: .diagnosis), try $0.openDiagnoses(at: now)) }
        index.replace(open, at: version, since: before)
    }

    func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await database.change(.diagnosis, body, then: refresh)
    }

    // MARK: looking

    /// Newest first.
    func list(of app: String, _ filter: DiagnosisFilter, _ place: ListPlace) async throws -> List<DiagnosisTask> {
        try await database.read { connection in
            let rows = try connection.diagnosisTasks(app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countDiagnosisTasks(app, filter)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// - Throws: `notFound`.
    func task(_ id: String, of app: String) async throws -> DiagnosisTask {
        guard let task = try await database.read({ try $0.diagnosisTask(app, id) }) else { throw Problem.notFound }
        return task
    }

    func option(of app: String) async throws -> DiagnosisOption {
        try await database.read { try $0.diagnosisOption(app) }
    }

    // MARK: making

    /// Devices are asked at once, unless a second person has to agree.
    /// - Parameters:
    ///   - publicURL: what devices call the console.
    ///   - person: id of the account.
    /// - Throws: `conflict` for an archived app, and when too many are open.
    func create(_ plans: [DiagnosisPlan], of app: App, publicURL: String, by actor: Actor, _ person: String) async throws -> [DiagnosisTask] {
        guard app.archivedAt == nil else { throw Problem(.conflict, "diagnosis.archived") }
        let now = clock.now
        return try await change { [audit] connection in
            let option = try connection.diagnosisOption(app.id)
            try connection.checkOpenDiagnoses(app.id, and: plans.count)
            return try plans.map { plan in
                let made = DiagnosisMade(app: app.id, id: Random.hex(8), publicURL: publicURL, at: now, by: actor.name, person: person)
                let state: DiagnosisState = option.approval && plan.rule.isEmpty ? .asked : .pending
                let task = try connection.makeDiagnosis(plan, made, state, expires: now.addingTimeInterval(Double(option.lifeDays) * 86_400))
                let action = plan.rule.isEmpty ? "diagnosis.create" : "diagnosis.createByRule"
                try audit.record(connection, by: actor, action, app: app.id, object: task.audited, after: task.values)
                return task
            }
        }
    }

    // MARK: a second person

    /// Lets devices be asked.
    /// - Parameter person: id of the account; another than the one that made the task.
    /// - Throws: `notFound`; `conflict` when nothing is asked; `forbidden` for who made it.
    func approve(_ id: String, of app: String, by actor: Actor, _ person: String) async throws {
        try await decide(.pending, "", id, of: app, by: actor, person)
    }

    /// - Throws: as `approve`, but whoever made it may take it back.
    func decline(_ id: String, of app: String, because reason: String, by actor: Actor, _ person: String) async throws {
        let reason = reason.trimmingCharacters(in: .whitespacesAndNewlines)
        guard reason.unicodeScalars.count <= DiagnosisLimits.description, reason.isOneLine || reason.isEmpty else {
            throw Problem.invalid("reason", "diagnosis.text.long", ["limit": "\(DiagnosisLimits.description)"])
        }
        try await decide(.declined, reason, id, of: app, by: actor, person)
    }

    private func decide(_ state: DiagnosisState, _ reason: String, _ id: String, of app: String, by actor: Actor, _ person: String) async throws {
        let now = clock.now
        try await change { [audit] connection in
            guard let task = try connection.diagnosisTask(app, id) else { throw Problem.notFound }
            guard task.state.mayBecome(state), task.state == .asked else { throw Problem(.conflict, "diagnosis.approval.none") }
            if state == .pending, try connection.diagnosisAsker(app, id) == person { throw Problem(.forbidden, "diagnosis.approval.own") }
            try connection.decideDiagnosis(state, reason, app, id, at: now, by: actor.name)
            try connection.settleDiagnosis(app, id)
            let action = state == .pending ? "diagnosis.approve" : "diagnosis.decline"
            let after = ["state": state.rawValue, "audience": task.ledgered]
            try audit.record(connection, by: actor, action, app: app, object: task.audited, after: after)
        }
    }

    // MARK: later

    /// Asks devices once more that failed, let the time go by, or sent what cannot be read (补发任务); their addresses become others. Logs that are
    /// here stay.
    /// - Throws: `notFound`; `conflict` when there is no such device, for an archived app, and when too many tasks are open.
    func resend(_ id: String, of app: String, by actor: Actor) async throws {
        guard apps.app(app)?.archivedAt == nil else { throw Problem(.conflict, "diagnosis.archived") }
        let now = clock.now
        let unneeded = try await change { [audit] connection in
            guard let task = try connection.diagnosisTask(app, id) else { throw Problem.notFound }
            guard task.mayResend else { throw Problem(.conflict, "diagnosis.resend.none") }
            if !task.state.isOpen { try connection.checkOpenDiagnoses(app, and: 1) }
            let end = now.addingTimeInterval(Double(try connection.diagnosisOption(app).lifeDays) * 86_400)
            try connection.prolongDiagnosis(app, id, until: end)
            let blobs = try connection.reopenDiagnosisParts(app, id, wake: task.channel == .push ? .waiting : .none)
            try connection.settleDiagnosis(app, id)
            try audit.record(connection, by: actor, "diagnosis.resend", app: app, object: task.audited, after: ["audience": task.ledgered])
            return blobs
        }
        await remove(unneeded)
    }

    /// With all that devices sent; addresses close at once.
    /// - Throws: `notFound`.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        let unneeded = try await change { [audit] connection in
            guard let task = try connection.diagnosisTask(app, id) else { throw Problem.notFound }
            let blobs = try connection.removeDiagnosis(app, id)
            try audit.record(connection, by: actor, "diagnosis.delete", app: app, object: task.audited, before: task.values)
            return blobs
        }
        await remove(unneeded)
    }

    func set(_ option: DiagnosisOption, of app: String, by actor: Actor) async throws {
        try option.check()
        try await database.write { [audit] connection in
            let before = try connection.diagnosisOption(app)
            guard before != option else { return }
            try connection.setDiagnosisOption(option, app)
            try audit.record(connection, by: actor, "diagnosis.option", app: app, object: app, before: before.audited, after: option.audited)
        }
    }

    /// Blobs whose rows are gone. What cannot be removed now stays sealed, and nobody has its key.
    func remove(_ blobs: [BlobID]) async {
        for blob in blobs {
            do {
                try await self.blobs.remove(blob)
            } catch {
                Self.logger.warning("a blob was not removed", metadata: ["blob": "\(blob)", "error": "\(error)"])
            }
        }
    }
}

extension DiagnosisTask {
    /// Whether there is a device that cannot send any more and of which no log is here.
    var mayResend: Bool {
        guard state != .asked, state != .declined else { return false }
        return state == .expired || parts.contains { $0.mayResend }
    }
}

extension DiagnosisPart {
    /// As `reopenDiagnosisParts` has it.
    fileprivate var mayResend: Bool { state == .failed || state == .expired || (state == .done && log.value == nil) }
}

extension Connection {
    /// - Throws: `conflict` when so many more would be too many.
    fileprivate func checkOpenDiagnoses(_ app: String, and more: Int) throws {
        guard try countOpenDiagnosisTasks(app) + more <= DiagnosisLimits.open else {
            throw Problem(.conflict, "diagnosis.many", ["limit": "\(DiagnosisLimits.open)"])
        }
    }

    /// The task, and a part for each device that is known.
    func makeDiagnosis(_ plan: DiagnosisPlan, _ made: DiagnosisMade, _ state: DiagnosisState, expires: Date) throws -> DiagnosisTask {
        try insertDiagnosisTask(plan, made, state: state, expires: expires)
        let devices =
            plan.device.isEmpty
            ? try diagnosisDevices(of: plan.user, made.app, plan.platform, limit: DiagnosisLimits.parts) : [plan.device]
        for device in devices {
            let wake: DiagnosisWake = plan.channel == .push ? .waiting : .none
            try insertDiagnosisPart(made.app, made.id, Random.hex(8), device: device, plan.platform, wake: wake, at: made.at)
        }
        guard let task = try diagnosisTask(made.app, made.id) else { throw Problem.notFound }
        return task
    }

    /// - Returns: blobs that nothing needs any more.
    func removeDiagnosis(_ app: String, _ id: String) throws -> [BlobID] {
        let blobs = try diagnosisParts(app, ofTask: id).flatMap { try clearDiagnosisFiles(app, $0) }
        try deleteDiagnosisTask(app, id)
        return blobs
    }
}
