import Foundation
import Storage

extension Connection {
    func pushOption(_ app: String) throws -> PushOption {
        try first("SELECT second_from, cap_count, cap_hours FROM push_option WHERE app_id = \(app)") { row in
            let (count, hours): (Int?, Int?) = (try row[1], try row[2])
            return PushOption(secondFrom: try row[0], cap: count.flatMap { count in hours.map { PushCap(count: count, hours: $0) } })
        } ?? PushOption()
    }

    func setPushOption(_ option: PushOption, _ app: String) throws {
        try run(
            """
            INSERT INTO push_option (app_id, second_from, cap_count, cap_hours)
            VALUES (\(app), \(option.secondFrom), \(option.cap?.count), \(option.cap?.hours))
            ON CONFLICT (app_id) DO UPDATE SET second_from = excluded.second_from, cap_count = excluded.cap_count, cap_hours = excluded.cap_hours
            """
        )
    }

    func pushApproval(_ app: String, _ message: String) throws -> PushApproval? {
        try first(
            """
            SELECT revision, window_seconds, asked_at, asked_by, asked_id FROM push_approval WHERE app_id = \(app) AND message_id = \(message)
            """
        ) { PushApproval(revision: try $0[0], windowSeconds: try $0[1], askedAt: try $0[2], askedBy: try $0[3], askedId: try $0[4]) }
    }

    func insertPushApproval(_ question: PushApproval, _ app: String, _ message: String) throws {
        try run(
            """
            INSERT INTO push_approval (app_id, message_id, revision, window_seconds, asked_at, asked_id, asked_by)
            VALUES (\(app), \(message), \(question.revision), \(question.windowSeconds), \(question.askedAt), \(question.askedId),
                \(question.askedBy))
            """
        )
    }

    func deletePushApproval(_ app: String, _ message: String) throws {
        try run("DELETE FROM push_approval WHERE app_id = \(app) AND message_id = \(message)")
    }
}
