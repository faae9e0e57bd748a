import Foundation

/// The files of `Seeds/` that describe the demo's traffic, read and checked against each other.
struct TelemetrySeedPlan: Sendable {
    let traffic: TelemetrySeedTraffic
    private let models: TelemetrySeedModels
    private let apps: [App]
    /// By file name.
    private let crashes: [String: TelemetrySeedCrashText]

    /// The part of an entry of `apps.json` that telemetry needs.
    private struct App: Decodable, Sendable {
        let englishName: String
        let workspaceId: String
        let platforms: [String]

        var id: String { englishName.lowercased() }

        func productId(_ platform: String) -> String {
            "\(englishName.uppercased())_\(platform.uppercased())-\(workspaceId)"
        }
    }

    init(folder: URL) throws {
        apps = try Self.decode([App].self, "apps.json", in: folder)
        traffic = try Self.decode(TelemetrySeedTraffic.self, "traffic.json", in: folder)
        models = try Self.decode(TelemetrySeedModels.self, "models.json", in: folder)
        let files = Set(traffic.apps.flatMap(\.platforms).flatMap(\.crashes).map(\.file))
        crashes = try Dictionary(uniqueKeysWithValues: files.map { ($0, try Self.crash($0, in: folder)) })
        try check()
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ name: String, in folder: URL) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
    }

    static func crash(_ name: String, in folder: URL) throws -> TelemetrySeedCrashText {
        TelemetrySeedCrashText(template: try String(contentsOf: folder.appending(path: "crashes").appending(path: name), encoding: .utf8))
    }

    private func check() throws {
        for app in traffic.apps {
            guard app.hours.count == 24, app.weekdays.count == 7, !app.versions.isEmpty else { throw TelemetrySeedError.incomplete(app: app.app) }
            for platform in app.platforms { try check(app.app, platform.platform) }
        }
    }

    private func check(_ app: String, _ platform: String) throws {
        let known = apps.contains { $0.id == app && $0.platforms.contains(platform) }
        guard known, models.platforms[platform] != nil else { throw TelemetrySeedError.unknown(app: app, platform: platform) }
    }

    /// One stream for each platform of each app.
    func streams(seed: UInt64, scale: Double, window: TelemetrySeedWindow) -> [TelemetrySeedStream] {
        traffic.apps.flatMap { app in
            app.platforms.compactMap { stream(app, $0, seed: seed, scale: scale, window: window) }
        }
    }

    private func stream(
        _ app: TelemetrySeedTraffic.App,
        _ platform: TelemetrySeedTraffic.Platform,
        seed: UInt64,
        scale: Double,
        window: TelemetrySeedWindow
    ) -> TelemetrySeedStream? {
        guard let entry = apps.first(where: { $0.id == app.app }), let kinds = models.platforms[platform.platform] else { return nil }
        let writer = TelemetrySeedLines(
            productId: entry.productId(platform.platform),
            app: app,
            platform: platform,
            networks: models.networks,
            crashes: crashes,
            window: window
        )
        let devices = TelemetrySeedDevice.fleet(
            platform,
            of: app.app,
            models: kinds,
            languages: models.languages,
            days: traffic.days,
            seed: seed
        )
        let present = devices.prefix(max(1, Int(Double(devices.count) * scale)))
        return TelemetrySeedStream(writer: writer, devices: Array(present), seed: seed)
    }
}

/// What the files of `Seeds/` can have wrong beyond their syntax.
public enum TelemetrySeedError: Error, Hashable {
    /// `traffic.json` names an app or platform that `apps.json` or `models.json` does not have.
    case unknown(app: String, platform: String)
    /// Not 24 hours, seven weekdays and at least one version.
    case incomplete(app: String)
}
