import Foundation
import Storage
import Web

extension Connection {
    /// Newest first.
    /// - Parameter last: the last one already shown.
    func feedback(_ app: String, _ filter: FeedbackFilter, before last: Cursor?, limit: Int) throws -> [Feedback] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            "\(Self.feedbackColumns) WHERE \(filter.condition(app)) AND \(rest) ORDER BY created_at DESC, id DESC LIMIT \(limit)",
            Feedback.init
        )
    }

    func countFeedback(_ app: String, _ filter: FeedbackFilter) throws -> Int {
        try value("SELECT count(*) FROM feedback WHERE \(filter.condition(app))") ?? 0
    }

    func feedback(_ app: String, _ id: String) throws -> Feedback? {
        try first("\(Self.feedbackColumns) WHERE app_id = \(app) AND id = \(id)", Feedback.init)
    }

    /// Of either, newest first.
    func feedback(_ app: String, device: String?, user: String?, limit: Int) throws -> [Feedback] {
        let whose: [SQL] = [device.map { "device = \($0)" }, user.map { "user_id = \($0)" }].compactMap { $0 }
        guard let first = whose.first else { return [] }
        let either: SQL = whose.count > 1 ? "(\(first) OR \(whose[1]))" : first
        return try all(
            "\(Self.feedbackColumns) WHERE app_id = \(app) AND \(either) ORDER BY created_at DESC, id DESC LIMIT \(limit)",
            Feedback.init
        )
    }

    func countFeedback(_ app: String, device: String, since time: Date) throws -> Int {
        try value("SELECT count(*) FROM feedback WHERE app_id = \(app) AND device = \(device) AND created_at >= \(time)") ?? 0
    }

    func feedbackImages(_ app: String, _ id: String) throws -> [FeedbackImage] {
        try all("SELECT sha256, width, height, size FROM feedback_image WHERE app_id = \(app) AND feedback_id = \(id) ORDER BY number") {
            FeedbackImage(blob: try $0[0], width: try $0[1], height: try $0[2], size: try $0[3])
        }
    }

    /// Every picture of an app once.
    func feedbackBlobs(_ app: String) throws -> [BlobID] {
        try all("SELECT DISTINCT sha256 FROM feedback_image WHERE app_id = \(app) ORDER BY sha256") { try $0[0] }
    }

    /// Whether a feedback of another app came with the same picture.
    func isFeedbackBlob(_ blob: BlobID, besides app: String) throws -> Bool {
        try value("SELECT count(*) FROM feedback_image WHERE sha256 = \(blob) AND app_id <> \(app)", as: Int.self) ?? 0 > 0
    }

    /// Whether any other feedback came with the same picture.
    func isFeedbackBlob(_ blob: BlobID, besides id: String, of app: String) throws -> Bool {
        let others: SQL = "sha256 = \(blob) AND (app_id <> \(app) OR feedback_id <> \(id))"
        return try value("SELECT count(*) FROM feedback_image WHERE \(others)", as: Int.self) ?? 0 > 0
    }

    /// Of a user or device that is erased.
    func feedbackIDs(of task: TelemetryErasureTask, _ app: String, limit: Int) throws -> [String] {
        let whose: SQL =
            switch task.field {
            case .user: "user_id = \(task.value)"
            case .device: "device = \(task.value)"
            }
        return try all("SELECT id FROM feedback WHERE app_id = \(app) AND \(whose) LIMIT \(limit)") { try $0[0] }
    }

    /// Oldest first.
    func feedbackReplies(_ app: String, _ id: String) throws -> [FeedbackReply] {
        try all("SELECT text, at, author FROM feedback_reply WHERE app_id = \(app) AND feedback_id = \(id) ORDER BY at, id") {
            FeedbackReply(text: try $0[0], at: try $0[1], author: try $0[2])
        }
    }

    private static var feedbackColumns: SQL {
        """
        SELECT id, created_at, state, changed_at, content, contact, mobile, user_id, device, platform, version, os_version, model, tags, images,
            reply, replied_at, replied_by
        FROM feedback
        """
    }
}

extension FeedbackFilter {
    fileprivate func condition(_ app: String) -> SQL {
        var conditions: [SQL] = ["app_id = \(app)"]
        if let text {
            let pattern = SQL.containing(text.lowercased())
            let content: SQL = "lower(content) LIKE \(pattern) ESCAPE '\\'"
            let people: SQL = "lower(contact) LIKE \(pattern) ESCAPE '\\' OR mobile LIKE \(pattern) ESCAPE '\\'"
            conditions.append(findsPeople ? "\(content) OR \(people)" : content)
        }
        if let user { conditions.append("user_id = \(user)") }
        if let device { conditions.append("device = \(device)") }
        if let version { conditions.append("version = \(version)") }
        if let platform { conditions.append("platform = \(platform)") }
        if let tag { conditions.append("tags LIKE \(SQL.containing(",\(tag),")) ESCAPE '\\'") }
        if let state { conditions.append("state = \(state)") }
        return .all(conditions)
    }
}

extension Feedback {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            createdAt: try row["created_at"],
            state: try row["state"],
            changedAt: try row["changed_at"],
            content: try row["content"],
            contact: try row["contact"],
            mobile: try row["mobile"],
            sender: try FeedbackSender(row),
            tags: FeedbackTags.read(try row["tags"]),
            images: try row["images"],
            reply: try FeedbackReply(row)
        )
    }
}

extension FeedbackSender {
    fileprivate init(_ row: Row) throws {
        self.init(
            user: try row["user_id"],
            device: try row["device"],
            platform: try row["platform"],
            version: try row["version"],
            osVersion: try row["os_version"],
            model: try row["model"]
        )
    }
}

extension FeedbackReply {
    /// nil where there is none.
    fileprivate init?(_ row: Row) throws {
        guard let at: Date = try row["replied_at"] else { return nil }
        self.init(text: try row["reply"], at: at, author: try row["replied_by"])
    }
}

extension FeedbackState: SQLConvertible {}
