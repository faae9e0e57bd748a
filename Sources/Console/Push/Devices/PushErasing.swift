import Foundation
import Signing
import Storage

extension PushDevices {
    /// Takes out what tells of one user or device: what it bound, and its name in lists, messages and deliveries. How many deliveries there were
    /// stays; those that still wait are skipped, as nothing is bound any more. Called by the room that erases, in its job; as often as it likes.
    func erase(_ task: TelemetryErasureTask, of app: String) async throws {
        let name = "erased-\(Random.hex(8))"
        try await database.write { connection in
            switch task.field {
            case .device: try connection.erasePushDevice(app, task.value, as: name)
            case .user: try connection.erasePushUser(app, task.value)
            }
            try connection.erasePushListed(app, task.field == .user ? .users : .devices, task.value)
            for (message, target) in try connection.pushTargets(app, naming: task.value) {
                try connection.setPushTarget(app, message, target.renaming(task.value, task.field, to: name))
            }
        }
    }
}

extension PushTarget {
    fileprivate func renaming(_ value: String, _ field: TelemetryErasureRequest.Field, to name: String) -> PushTarget {
        func renamed(_ names: [String]?) -> [String]? { names.map { $0.map { $0 == value ? name : $0 } } }
        var target = self
        switch field {
        case .user: target.users = renamed(users)
        case .device: target.devices = renamed(devices)
        }
        return target
    }
}

extension Connection {
    fileprivate func erasePushDevice(_ app: String, _ device: String, as name: String) throws {
        try run("DELETE FROM push_device WHERE app_id = \(app) AND device = \(device)")
        try run(
            """
            UPDATE push_delivery SET device = \(name), token = '', user_id = '', parameters = '' WHERE app_id = \(app) AND device = \(device)
            """
        )
    }

    fileprivate func erasePushUser(_ app: String, _ user: String) throws {
        try run("UPDATE push_device SET user_id = '' WHERE app_id = \(app) AND user_id = \(user)")
        try run("UPDATE push_delivery SET user_id = '', parameters = '' WHERE app_id = \(app) AND user_id = \(user)")
    }

    fileprivate func erasePushListed(_ app: String, _ kind: PushListKind, _ name: String) throws {
        let naming: SQL = "SELECT id FROM push_list WHERE app_id = \(app) AND kind = \(kind)"
        try run(
            """
            UPDATE push_list SET entries = entries - 1 WHERE app_id = \(app) AND kind = \(kind)
                AND id IN (SELECT list_id FROM push_list_entry WHERE app_id = \(app) AND value = \(name))
            """
        )
        try run("DELETE FROM push_list_entry WHERE app_id = \(app) AND value = \(name) AND list_id IN (\(naming))")
    }

    fileprivate func pushTargets(_ app: String, naming name: String) throws -> [(message: String, target: PushTarget)] {
        try all("SELECT id, target FROM push_message WHERE app_id = \(app) AND target LIKE \(SQL.containing(name)) ESCAPE '\\'") {
            (try $0[0], try PushText.read(try $0[1]))
        }
    }

    fileprivate func setPushTarget(_ app: String, _ message: String, _ target: PushTarget) throws {
        try run("UPDATE push_message SET target = \(try PushText.write(target)) WHERE app_id = \(app) AND id = \(message)")
    }
}
