import Foundation
import Hummingbird
import Web

/// How a package that an agent built becomes a build of the request.
struct BuildDelivery: Sendable {
    let agents: BuildAgents
    let files: FileIntake
    let builds: Builds
    let apps: Apps
    /// Bytes of a package.
    let largest: Int

    /// Takes a package whose agent still has its request.
    /// - Throws: as ``BuildAgents/held(_:_:)`` and ``Builds/take(_:of:from:by:)``.
    func take(_ request: Request, named name: String, _ key: BuildAgentKey, by actor: Actor) async throws -> BuildTaken {
        // Before the file, and once more after: it may take a while.
        let asked = try await agents.request(key)
        let upload = try await files.take(request, upTo: largest, name: name, alsoMD5: true)
        return try await take(upload, of: asked, key, by: actor)
    }

    /// - Parameter asked: the request of the key.
    func take(_ upload: FileUpload, of asked: BuildRequest, _ key: BuildAgentKey, by actor: Actor) async throws -> BuildTaken {
        _ = try await agents.request(key)
        let source = BuildSource(request: asked.id, platform: asked.platform)
        let taken = try await builds.take(upload, of: try apps.app(asked.app), from: source, by: actor)
        // A file that the app had already says only now what it is.
        guard taken.build.platform == asked.platform else { throw Problem.invalid("file", "buildRequests.artifact.platform") }
        try await agents.attach(taken.build.id, to: key)
        return taken
    }
}
