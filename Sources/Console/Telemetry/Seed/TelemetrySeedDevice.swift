/// One of the demo's devices. It stays the same for the whole demo; only its app is updated.
struct TelemetrySeedDevice: Sendable {
    let id: String
    /// Who uses it, if they ever log in.
    let userId: String?
    let model: TelemetrySeedModels.Model
    let systemVersion: TelemetrySeedModels.SystemVersion
    let system: String
    let channel: String
    let language: String
    /// 0 is the first to update, 1 the last.
    let rank: Double
    /// The day of the installation, negative before the demo begins.
    let joined: Double
    /// How often it is used, as a factor.
    let eagerness: Double

    /// The devices of one platform of an app.
    static func fleet(
        _ platform: TelemetrySeedTraffic.Platform,
        of app: String,
        models: TelemetrySeedModels.Platform,
        languages: [TelemetrySeedModels.Choice],
        days: Int,
        seed: UInt64
    ) -> [TelemetrySeedDevice] {
        var random = TelemetrySeedRandom(seed: seed, purpose: "\(app)/\(platform.platform)/devices")
        return (0..<platform.devices).compactMap { _ in TelemetrySeedDevice(models: models, languages: languages, days: days, random: &random) }
    }

    private init?(models: TelemetrySeedModels.Platform, languages: [TelemetrySeedModels.Choice], days: Int, random: inout TelemetrySeedRandom) {
        guard let model = random.pick(models.models, \.weight), let systemVersion = random.pick(models.versions, \.weight) else { return nil }
        self.model = model
        self.systemVersion = systemVersion
        system = models.system
        channel = random.pick(models.channels, \.weight)?.name ?? ""
        language = random.pick(languages, \.weight)?.name ?? ""
        id = random.text(24, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        userId = random.chance(0.75) ? "2088" + random.text(12, of: "0123456789") : nil
        rank = random.unit()
        // Three of four devices were there before; the others come evenly over the days.
        joined = random.chance(0.75) ? -1 : random.between(0, Double(days))
        eagerness = random.between(0.4, 1.6)
    }
}
