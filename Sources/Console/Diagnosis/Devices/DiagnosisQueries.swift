import Foundation
import Storage
import Web

extension Connection {
    /// Of all apps, oldest first. BETWEEN beside `=`: see `diagnosesTold`.
    func openDiagnoses(at now: Date) throws -> [DiagnosisOpen] {
        let rows = try all(
            """
            SELECT t.app_id, t.id, t.platform, t.user_id, t.from_at, t.to_at, t.network, t.channel, t.public_url, t.expires_at, p.device, p.id,
                p.round, p.state
            FROM diagnosis_task t
            LEFT JOIN diagnosis_part p ON p.app_id = t.app_id AND p.task_id = t.id AND p.task_id BETWEEN t.id AND t.id
            WHERE t.expires_at > \(now) AND t.state NOT IN ('asked', 'declined', 'expired')
                AND (t.user_id <> '' OR p.state IN ('pending', 'delivered', 'uploading'))
            ORDER BY t.created_at, t.app_id, t.id
            """,
            DiagnosisOpenRow.init
        )
        return rows.reduce(into: [[DiagnosisOpenRow]]()) { tasks, row in
            if tasks.last?.first.map({ $0.app == row.app && $0.task == row.task }) ?? false {
                tasks[tasks.count - 1].append(row)
            } else {
                tasks.append([row])
            }
        }
        .map(DiagnosisOpen.init)
    }

    /// The part of a device, made now unless there is one.
    /// - Returns: nil when the task has as many as it may, or has ended meanwhile.
    func addDiagnosisPart(_ app: String, _ task: String, of device: String, _ platform: Platform, at now: Date) throws -> DiagnosisOpen.Part? {
        if let known = try diagnosisPart(app, task, of: device) { return known.state.isOpen ? known : nil }
        guard try mayAddDiagnosisPart(app, task, at: now) else { return nil }
        let id = DiagnosisAddress.makeID()
        try insertDiagnosisPart(app, task, id, device: device, platform, wake: .none, at: now)
        try settleDiagnosis(app, task)
        return DiagnosisOpen.Part(id: id, round: 1, state: .pending)
    }

    func diagnosisPart(_ app: String, _ task: String, of device: String) throws -> DiagnosisOpen.Part? {
        try first("SELECT id, round, state FROM diagnosis_part WHERE app_id = \(app) AND task_id = \(task) AND device = \(device)") {
            DiagnosisOpen.Part(id: try $0[0], round: try $0[1], state: try $0[2])
        }
    }

    /// Whether one more device may be asked.
    func mayAddDiagnosisPart(_ app: String, _ task: String, at now: Date) throws -> Bool {
        guard let found = try diagnosisTask(app, task) else { return false }
        return found.parts.count < DiagnosisLimits.parts && found.expiresAt > now && ![.asked, .declined, .expired].contains(found.state)
    }
}

private struct DiagnosisOpenRow {
    let app: String
    let task: String
    let open: DiagnosisOpen
    let device: String?
    let part: DiagnosisOpen.Part?

    init(_ row: Row) throws {
        (app, task) = (try row[0], try row[1])
        device = try row[10]
        let (id, round, state): (String?, Int?, DiagnosisState?) = (try row[11], try row[12], try row[13])
        part = if let id, let round, let state { DiagnosisOpen.Part(id: id, round: round, state: state) } else { nil }
        open = DiagnosisOpen(
            app: app,
            task: task,
            platform: try row[2],
            user: try row[3],
            from: try row[4],
            to: try row[5],
            network: try row[6],
            channel: try row[7],
            publicURL: try row[8],
            expiresAt: try row[9],
            parts: [:],
            closed: []
        )
    }
}

extension DiagnosisOpen {
    /// - Parameter rows: of one task, one for each of its parts.
    fileprivate init(_ rows: [DiagnosisOpenRow]) {
        let task = rows[0].open
        let all = rows.compactMap { row in row.device.flatMap { device in row.part.map { (device, $0) } } }
        self.init(
            app: task.app,
            task: task.task,
            platform: task.platform,
            user: task.user,
            from: task.from,
            to: task.to,
            network: task.network,
            channel: task.channel,
            publicURL: task.publicURL,
            expiresAt: task.expiresAt,
            parts: Dictionary(all.filter { $0.1.state.isOpen }) { first, _ in first },
            closed: Set(all.filter { !$0.1.state.isOpen }.map(\.0))
        )
    }
}
