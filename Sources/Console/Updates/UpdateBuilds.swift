import Storage

/// A build as far as releases look at it.
struct UpdateBuild: Sendable, Equatable {
    let id: String
    let platform: Platform
    let version: String
    let buildNumber: String
    /// Bytes.
    let size: Int
    let md5: String
    /// Where phones install it, by what devices call the console.
    let installURL: @Sendable (_ publicURL: String) -> String

    static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}

/// Where releases find their builds.
struct UpdateBuilds: Sendable {
    /// By id and app; nil for none that may be installed.
    let find: @Sendable (_ id: String, _ app: String) async throws -> UpdateBuild?
    /// The newest of a version that may be installed.
    let latest: @Sendable (_ app: String, Platform, _ version: String) async throws -> UpdateBuild?
    /// Whether it may still be installed, within the transaction that publishes.
    let isOffered: @Sendable (Connection, _ id: String, _ app: String) throws -> Bool
    /// Newest first, for a form to choose from.
    let recent: @Sendable (_ app: String, Platform) async throws -> [UpdateBuild]
}

extension UpdateBuilds {
    /// Those of the room of builds.
    init(_ database: Database) {
        self.init(
            find: { id, app in try await database.read { try $0.build(app, id) }.flatMap { $0.state == .current ? UpdateBuild($0) : nil } },
            latest: { app, platform, version in
                try await database.read { try $0.latestBuild(app, platform, version: version) }.map(UpdateBuild.init)
            },
            isOffered: { connection, id, app in try connection.build(app, id)?.state == .current },
            recent: { app, platform in
                let filter = BuildFilter(platform: platform, state: .current)
                return try await database.read { try $0.builds(app, filter, before: nil, limit: 20) }.map(UpdateBuild.init)
            }
        )
    }
}

extension UpdateBuild {
    fileprivate init(_ build: Build) {
        self.init(
            id: build.id,
            platform: build.platform,
            version: build.version,
            buildNumber: build.buildNumber,
            size: build.size,
            md5: build.md5,
            installURL: { build.installURL($0) }
        )
    }
}
