import Foundation

/// A running release made ready to be held against devices.
struct HotpatchOffer: Sendable {
    let app: String
    let release: String
    let platform: Platform
    let number: Int
    let percentage: Double
    /// With the colon behind it.
    let salt: [UInt8]
    let limit: Int
    let users: RolloutUsers
    let rule: RolloutRule
    let opensAt: Date?
    let endsAt: Date?
    let isPaused: Bool
    /// Whether devices are compared.
    let isGuarded: Bool
    /// Devices that were in a release that failed are left out.
    let sparesDevices: Bool
    /// By the mark of the secret that a device's call is signed with.
    private let answers: [String: [UInt8]]

    init(_ hotpatch: Hotpatch, users: RolloutUsers, packages: [HotpatchPacked]) {
        let plan = hotpatch.plan
        app = hotpatch.app
        release = hotpatch.id
        platform = plan.platform
        number = hotpatch.number
        percentage = plan.percentage
        salt = Array("\(hotpatch.salt):".utf8)
        limit = plan.percentage.hotpatchBuckets
        self.users = users
        rule = plan.rollout
        opensAt = plan.opensAt
        endsAt = plan.endsAt
        isPaused = hotpatch.kept == .paused
        isGuarded = plan.guardMode != .off
        sparesDevices = hotpatch.isAtFirstPercentage
        answers = Dictionary(packages.map { ($0.secretMark, HotpatchAnswer.patch(hotpatch, $0)) }) { first, _ in first }
    }

    /// How a device comes to it, or why it does not.
    enum Verdict: Sendable, Equatable {
        /// By name, whatever rules and percentage say.
        case named
        /// By percentage, or it would have been with a higher one.
        case share(bucket: Int, isIn: Bool)
        case kept(HotpatchObstacle)
    }

    /// Whitelist → rules → window → percentage. What the release's versions are was asked before.
    func verdict(_ device: RolloutDevice, at now: Date, _ buckets: RolloutBuckets, isSpared: () -> Bool) -> Verdict {
        if isPaused { return .kept(.paused) }
        if let endsAt, endsAt <= now { return .kept(.windowOver) }
        if users.contains(device.user) { return .named }
        if !rule.matches(device) { return .kept(.rule) }
        if let opensAt, now < opensAt { return .kept(.windowNotOpen) }
        guard let bucket = buckets.bucket(salt[...]) else { return .kept(.noDeviceID) }
        if sparesDevices, isSpared() { return .kept(.spared) }
        return .share(bucket: bucket, isIn: bucket < limit)
    }

    /// nil where there is no package for this secret yet.
    func answer(to secret: String) -> [UInt8]? { answers[HotpatchSecretMark.make(secret)] }
}

/// Why a device does not get a release.
enum HotpatchObstacle: String, Codable, CaseIterable, Sendable {
    case unknownVersion, otherVersion, paused, windowOver, windowNotOpen, rule, noDeviceID, spared, outsideShare
    /// A newer release has the version.
    case replaced
}

/// What is known of a release that was published, whatever became of it: for reports, and for devices that hold it.
struct HotpatchKnown: Sendable {
    let app: String
    let platform: Platform
    let number: Int
    let release: String
    /// With the colon behind it.
    let salt: [UInt8]
    /// The most it ever had.
    let buckets: Int
    let isWithdrawn: Bool
}
