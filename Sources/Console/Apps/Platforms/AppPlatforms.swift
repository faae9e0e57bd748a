import Foundation
import Storage
import Web

/// What can be done with the platforms of an app and their secrets.
extension Apps {
    /// - Throws: `conflict` when the app has it already.
    public func addPlatform(_ platform: Platform, to id: String, by actor: Actor) async throws {
        try await change { connection in
            let app = try connection.existingApp(id)
            guard app.platform(platform) == nil else { throw Problem(.conflict, "apps.platform.exists") }
            try insert(platform, of: app, connection)
            try audit.record(connection, by: actor, "app.addPlatform", app: id, object: platform.rawValue)
        }
    }

    /// - Throws: `invalid` with every field that is wrong, `notFound`.
    public func edit(_ platform: Platform, of id: String, _ details: AppPlatformDetails, by actor: Actor) async throws {
        if !details.rejections.isEmpty { throw Problem.invalid(details.rejections) }
        try await change { try edit(platform, of: id, details, by: actor, $0) }
    }

    /// All of them or none.
    /// - Throws: `invalid` with the platform in front of each field, as in `ios.bundleId`.
    func edit(_ platforms: [Platform: AppPlatformDetails], of id: String, by actor: Actor) async throws {
        let wrong = Platform.allCases.flatMap { platform in
            (platforms[platform]?.rejections ?? []).map { Rejection("\(platform.rawValue).\($0.field)", $0.message.key, $0.message.arguments) }
        }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        try await change { connection in
            for (platform, details) in platforms { try edit(platform, of: id, details, by: actor, connection) }
        }
    }

    private func edit(_ platform: Platform, of id: String, _ details: AppPlatformDetails, by actor: Actor, _ connection: Connection) throws {
        let old = try connection.existingPlatform(platform, of: id)
        try connection.updatePlatform(app: id, platform, details)
        try audit.record(
            connection,
            by: actor,
            "app.editPlatform",
            app: id,
            object: old.appKey,
            before: AppPlatformDetails(old).audited,
            after: details.audited.merging(["platform": platform.rawValue]) { $1 }
        )
    }

    // MARK: secrets

    /// The secret in clear, for one look that is written down.
    public func revealSecret(_ platform: Platform, of id: String, by actor: Actor) async throws -> RevealedSecret {
        let (key, sealed) = try await database.write { connection in
            let key = try connection.existingPlatform(platform, of: id).appKey
            try audit.record(connection, by: actor, "app.revealSecret", app: id, object: key)
            return (key, try connection.sealedSecret(app: id, platform))
        }
        return RevealedSecret(appKey: key, appSecret: try secrets.open(sealed, appKey: key))
    }

    /// A new secret; the old one stays valid for `overlapHours`, 0 to end it now.
    public func rotateSecret(_ platform: Platform, of id: String, overlapHours: Int, by actor: Actor) async throws -> RevealedSecret {
        guard (0...24 * 90).contains(overlapHours) else { throw Problem.invalid("overlapHours", "apps.overlap.range") }
        let key = try self.platform(platform, of: id).appKey
        let secret = secrets.make()
        let until = overlapHours == 0 ? nil : clock.now.addingTimeInterval(Double(overlapHours) * 3_600)
        try await change { connection in
            _ = try connection.existingPlatform(platform, of: id)
            try connection.rotateSecret(app: id, platform, to: try secrets.seal(secret, appKey: key), oldUntil: until)
            let after = ["overlapHours": "\(overlapHours)", "platform": platform.rawValue]
            try audit.record(connection, by: actor, "app.rotateSecret", app: id, object: key, after: after)
        }
        return RevealedSecret(appKey: key, appSecret: secret)
    }
}
