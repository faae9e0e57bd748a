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
                try connection.setErasedPushTarget(app, message, target.renaming(task.value, task.field, to: name))
            }
        }
    }

    /// Removes the devices and lists of an app that is being deleted, in steps: a cascade over 100,000 of them would hold up everybody's writes.
    func forget(app: String) async throws {
        try await repeated { try $0.deletePushDevices(of: app, limit: PushHygiene.step) }
        try await repeated { try $0.deletePushListEntries(of: app, limit: PushHygiene.step) }
    }

    private func repeated(_ deletion: @escaping @Sendable (Connection) throws -> Int) async throws {
        var deleted = PushHygiene.step
        while deleted == PushHygiene.step { deleted = try await database.write { try deletion($0) } }
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
