import Foundation
import Storage

/// What ``PushDevices`` erases.
extension Connection {
    func erasePushDevice(_ app: String, _ device: String, as name: String) throws {
        try run("DELETE FROM push_device WHERE app_id = \(app) AND device = \(device)")
        try run(
            """
            UPDATE push_delivery SET device = \(name), token = '', user_id = '', parameters = '' WHERE app_id = \(app) AND device = \(device)
            """
        )
        try run("UPDATE push_event SET note = \(name) WHERE app_id = \(app) AND kind = \(PushEvent.Kind.tested) AND note = \(device)")
    }

    func erasePushUser(_ app: String, _ user: String) throws {
        try run("UPDATE push_device SET user_id = '' WHERE app_id = \(app) AND user_id = \(user)")
        try run("UPDATE push_delivery SET user_id = '', parameters = '' WHERE app_id = \(app) AND user_id = \(user)")
    }

    func erasePushListed(_ app: String, _ kind: PushListKind, _ name: String) throws {
        let naming: SQL = "SELECT id FROM push_list WHERE app_id = \(app) AND kind = \(kind)"
        try run(
            """
            UPDATE push_list SET entries = entries - 1 WHERE app_id = \(app) AND kind = \(kind)
                AND id IN (SELECT list_id FROM push_list_entry WHERE app_id = \(app) AND value = \(name))
            """
        )
        try run("DELETE FROM push_list_entry WHERE app_id = \(app) AND value = \(name) AND list_id IN (\(naming))")
    }

    /// As JSON has it, in quotation marks: only whole names, also those with signs that JSON writes in another way.
    func pushTargets(_ app: String, naming name: String) throws -> [(message: String, target: PushTarget)] {
        let quoted = SQL.containing(try PushText.write(name))
        return try all("SELECT id, target FROM push_message WHERE app_id = \(app) AND target LIKE \(quoted) ESCAPE '\\'") {
            (try $0[0], try PushText.read(try $0[1]))
        }
    }

    func setErasedPushTarget(_ app: String, _ message: String, _ target: PushTarget) throws {
        try run("UPDATE push_message SET target = \(try PushText.write(target)) WHERE app_id = \(app) AND id = \(message)")
    }

    /// - Returns: how many there were, up to the limit.
    func deletePushDevices(of app: String, limit: Int) throws -> Int {
        try run(
            """
            DELETE FROM push_device WHERE app_id = \(app) AND device IN (SELECT device FROM push_device WHERE app_id = \(app) LIMIT \(limit))
            """
        )
    }

    func deletePushListEntries(of app: String, limit: Int) throws -> Int {
        try run(
            """
            DELETE FROM push_list_entry WHERE app_id = \(app)
                AND (list_id, value) IN (SELECT list_id, value FROM push_list_entry WHERE app_id = \(app) LIMIT \(limit))
            """
        )
    }
}
