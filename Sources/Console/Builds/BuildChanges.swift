import Foundation
import Storage
import Web

/// What happens to a build later.
extension Builds {
    /// Takes a build back: nobody can install it any more, and links that follow the newest go to another one.
    /// - Throws: `notFound`; `conflict` for one that is taken back, and while updates tell devices to install it.
    func retire(_ id: String, of app: String, by actor: Actor) async throws {
        try await change(id, of: app, to: .retired, "build.retire", by: actor)
    }

    /// Offers a build again.
    /// - Throws: `notFound`; `conflict` for one that is offered.
    func restore(_ id: String, of app: String, by actor: Actor) async throws {
        try await change(id, of: app, to: .current, "build.restore", by: actor)
    }

    private func change(_ id: String, of app: String, to state: BuildState, _ action: String, by actor: Actor) async throws {
        try await database.write { connection in
            let build = try connection.existingBuild(app, id)
            guard build.state.mayBecome(state) else { throw Problem(.conflict, "builds.state.\(build.state.rawValue)") }
            if state == .retired { try checkPromises(build, connection) }
            try connection.setBuildState(app, id, state)
            try audit.record(connection, by: actor, action, app: app, object: build.spokenVersion, after: build.ledgered)
        }
    }

    private func checkPromises(_ build: Build, _ connection: Connection) throws {
        let promises = try countPromises(connection, build.app, build.id)
        guard promises == 0 else { throw Problem(.conflict, "builds.promised", ["count": "\(promises)"]) }
    }

    /// - Throws: `notFound`; `invalid` for notes that are too long.
    func describe(_ id: String, of app: String, notes: String, by actor: Actor) async throws {
        try Self.check(notes: notes)
        try await database.write { connection in
            let build = try connection.existingBuild(app, id)
            guard build.notes != notes else { return }
            try connection.setBuildNotes(app, id, notes)
            let (before, after) = (["notes": build.notes], build.ledgered.merging(["notes": notes]) { $1 })
            try audit.record(connection, by: actor, "build.describe", app: app, object: build.spokenVersion, before: before, after: after)
        }
    }

    /// Removes a build with its install link, its figures and its file.
    /// - Throws: `notFound`; `conflict` while updates tell devices to install it.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        let build = try await database.write { connection in
            let build = try connection.existingBuild(app, id)
            try checkPromises(build, connection)
            try connection.deleteBuild(app, id)
            let before = build.ledgered.merging(["identifier": build.identifier, "sha256": build.sha256.text]) { $1 }
            try audit.record(connection, by: actor, "build.delete", app: app, object: build.spokenVersion, before: before)
            return build
        }
        try await removeFile(build.sha256)
        if let icon = build.icon { try await removeFile(icon) }
    }

    /// Removes what is kept of an app that is being deleted.
    func erase(_ app: String) async throws {
        while case let files = try await database.read({ try $0.buildFiles(app, limit: Self.batch) }), !files.isEmpty {
            for file in files {
                try await database.write { try $0.deleteBuild(app, file.id) }
                try await removeFile(file.sha256)
                if let icon = file.icon { try await removeFile(icon) }
            }
        }
    }

    private static let batch = 100
}

extension Connection {
    /// - Throws: `notFound`.
    fileprivate func existingBuild(_ app: String, _ id: String) throws -> Build {
        guard let build = try build(app, id) else { throw Problem.notFound }
        return build
    }
}
