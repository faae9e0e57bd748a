import Foundation

/// All that runs on one platform of an app, in the order in which devices are held against it: by mode, whitelist → time window → percentage →
/// official (contract, section 5), and within a mode the highest version first. The first release that a device may have decides.
struct UpdateProgram: Sendable {
    let offers: [UpdateOffer]
    /// Per mode, places of its offers; so that a device which has the newest version is held against one of them only.
    private let modes: [Range<Int>]

    init(_ updates: [(update: Update, users: RolloutUsers)]) {
        let ordered = updates.sorted { Self.comesBefore($0.update, $1.update) }
        offers = ordered.map { UpdateOffer($0.update, users: $0.users) }
        var modes: [Range<Int>] = []
        for place in offers.indices {
            if let last = modes.last, offers[last.lowerBound].mode == offers[place].mode {
                modes[modes.count - 1] = last.lowerBound..<place + 1
            } else {
                modes.append(place..<place + 1)
            }
        }
        self.modes = modes
    }

    /// Of two with the same version the one that was published later.
    static func comesBefore(_ left: Update, _ right: Update) -> Bool {
        if left.plan.mode != right.plan.mode { return left.plan.mode.rank < right.plan.mode.rank }
        let (old, new) = (RolloutVersion(right.plan.version), RolloutVersion(left.plan.version))
        if old != new { return old < new }
        return (left.publishedAt ?? .distantFuture, left.id) > (right.publishedAt ?? .distantFuture, right.id)
    }

    /// What a device is told of; nil when no release is for it.
    /// - Parameter windows: knows who has a place; asked only where a release counts them.
    func offer(to device: RolloutDevice, at now: Date, _ windows: RolloutWindows) async -> UpdateOffer? {
        let buckets = RolloutBuckets(device: device.device)
        var next = offers.startIndex
        while let place = candidate(device, from: next, at: now, buckets) {
            let offer = offers[place]
            if !offer.countsPlaces { return offer }
            if let known = windows.known(device.device, offer.key) {
                if known { return offer }
            } else if await windows.take(device.device, offer.key) {
                return offer
            }
            next = place + 1
        }
        return nil
    }

    /// The first that stands in nobody's way but perhaps its window's.
    func candidate(_ device: RolloutDevice, from start: Int, at now: Date, _ buckets: RolloutBuckets) -> Int? {
        for mode in modes {
            for place in mode where place >= start {
                switch offers[place].obstacle(device, at: now, buckets) {
                case nil: return place
                case .notNewer, .unknownVersion: break
                default: continue
                }
                // Those behind it in the mode are no newer.
                break
            }
        }
        return nil
    }
}
