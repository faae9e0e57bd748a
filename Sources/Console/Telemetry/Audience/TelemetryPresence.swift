/// That a device or user was there on a day: one row of `device_day` or `user_day`.
struct TelemetryPresence: Sendable {
    enum Kind: Int { case device, user }

    let kind: Kind
    let app: String
    let platform: Platform
    let day: Int
    let id: String
    /// Empty for the row that stands for whatever versions it ran.
    let version: String
    /// Tells it from any other, by hash; see ``TelemetrySeen``.
    let mark: Int

    init(_ kind: Kind, app: String, _ platform: Platform, day: Int, id: String, version: String) {
        self.kind = kind
        self.app = app
        self.platform = platform
        self.day = day
        self.id = id
        self.version = version
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(app)
        hasher.combine(platform)
        hasher.combine(day)
        hasher.combine(id)
        hasher.combine(version)
        mark = hasher.finalize()
    }

    /// The rows of an upload: for device and user, the one without a version and one for the version.
    static func all(_ reduction: TelemetryReduction, app: String, _ platform: Platform) -> [TelemetryPresence] {
        var all: [TelemetryPresence] = []
        for row in reduction.devices {
            for version in row.version.isEmpty ? [""] : ["", row.version] {
                all.append(TelemetryPresence(.device, app: app, platform, day: row.day, id: row.device, version: version))
                if !row.user.isEmpty { all.append(TelemetryPresence(.user, app: app, platform, day: row.day, id: row.user, version: version)) }
            }
        }
        return all
    }
}
