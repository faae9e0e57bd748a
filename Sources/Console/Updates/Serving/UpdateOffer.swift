import Foundation

/// A release made ready to be held against devices.
struct UpdateOffer: Sendable {
    let key: RolloutWindowKey
    let mode: UpdateMode
    let version: RolloutVersion
    let audience: Audience
    let rule: RolloutRule
    /// nil for any network.
    let networks: RolloutCondition?
    private let forceBelow: RolloutVersion?
    /// As it goes out, and to devices that are forced.
    private let answer: [UInt8]
    private let forced: [UInt8]

    enum Audience: Sendable {
        case everybody
        case users(RolloutUsers)
        /// The salt with the colon behind it, and how many buckets are in.
        case share(salt: [UInt8], limit: Int)
        case window(RolloutWindow)
    }

    /// - Parameter users: of the mode `whitelist`.
    init(_ update: Update, users: RolloutUsers) {
        let plan = update.plan
        key = update.windowKey
        mode = plan.mode
        version = RolloutVersion(plan.version)
        audience = Audience(update, users)
        rule = plan.rollout
        networks = plan.networks.isEmpty ? nil : .words(.network, plan.networks)
        forceBelow = plan.forceBelow.map(RolloutVersion.init)
        answer = UpdateAnswer(plan, status: plan.upgradeType.status).bytes
        forced = UpdateAnswer(plan, status: UpdateType.force.status).bytes
    }

    func answer(_ device: RolloutDevice) -> [UInt8] {
        isForced(device) ? forced : answer
    }

    func isForced(_ device: RolloutDevice) -> Bool {
        forceBelow.map { device.version < $0 } ?? false
    }

    /// Why a device is not told of it; nil when it is, as far as a place in its window does not decide. What costs least is asked first.
    func obstacle(_ device: RolloutDevice, at now: Date, _ buckets: RolloutBuckets) -> UpdateObstacle? {
        guard device.version.isKnown else { return .unknownVersion }
        if version <= device.version { return .notNewer }
        switch audience {
        case .everybody: break
        case .users(let users): if !users.contains(device.user) { return .notNamed }
        case .window(let window):
            if !window.isOpen(at: now) { return .windowOver }
            // A place is counted by device.
            if window.limit != nil, device.device.isEmpty { return .noDeviceID }
        case .share: break
        }
        if !rule.matches(device) { return .rule }
        // Who does not say on which network it is gets the list with the answer, and waits for one of them by itself.
        if let networks, !device.network.isEmpty, !networks.holds(for: device) { return .network }
        if case .share(let salt, let limit) = audience, !buckets.isIn(salt[...], limit) {
            return device.device.isEmpty ? .noDeviceID : .outsideShare
        }
        return nil
    }

    /// Whether a device has to have a place in the window, too.
    var countsPlaces: Bool {
        if case .window(let window) = audience { window.limit != nil } else { false }
    }
}

extension UpdateOffer.Audience {
    fileprivate init(_ update: Update, _ users: RolloutUsers) {
        let plan = update.plan
        self =
            switch plan.mode {
            case .official: .everybody
            case .whitelist: .users(users)
            case .percentage:
                .share(salt: Array("\(update.salt):".utf8), limit: RolloutShare(percentage: plan.percentage ?? 0, salt: update.salt).limit)
            // One without an end never came to be; nobody is told of it.
            case .timeWindow: .window(plan.window ?? RolloutWindow(endsAt: .distantPast, limit: nil))
            }
    }
}

extension UpdatePlan {
    var rollout: RolloutRule { RolloutRule(conditions: rules.compactMap(\.condition)) }
}

/// Why a device is not told of a release.
enum UpdateObstacle: String, Codable, CaseIterable, Sendable {
    case unknownVersion, notNewer, notNamed, windowOver, windowFull, noDeviceID, outsideShare, rule, network
    /// Another release comes before it.
    case otherFirst
}
