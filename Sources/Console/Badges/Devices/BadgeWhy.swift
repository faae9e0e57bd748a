import Web

/// Why a device shows a dot, or does not.
struct BadgeWhy: Sendable {
    let badge: Badge
    let outcome: BadgeWhyOutcome
    /// Everything that the audience asks of the device.
    let reasons: [RolloutReason]
}

enum BadgeWhyOutcome: String, Codable, CaseIterable, Sendable {
    case shown
    /// Cleared, but what it counts for good stays.
    case clearedInPart
    case cleared
    case expired, ended
    /// The audience does not mean it.
    case notAimed

    var got: Bool { self == .shown || self == .clearedInPart }
}

extension Badges {
    /// The same questions that a pull asks, without counting as one.
    /// - Parameter id: of the dot; nil for the latest ones, live or not.
    /// - Throws: `notFound` for the dot.
    func why(_ asker: BadgeAsker, badge id: String?, limit: Int) async throws -> [BadgeWhy] {
        try await database.read { connection in
            let badges: [Badge]
            if let id {
                guard let badge = try connection.badge(asker.app, id) else { throw Problem.notFound }
                badges = [badge]
            } else {
                badges = try connection.badges(asker.app, nil, at: asker.at, before: nil, limit: limit)
            }
            let cleared = try connection.badgeAcks(asker.app, asker.readers)
            return badges.map { BadgeWhy(BadgeLive($0), asker, cleared) }
        }
    }
}

extension BadgeWhy {
    /// - Parameter cleared: by whom what.
    fileprivate init(_ live: BadgeLive, _ asker: BadgeAsker, _ cleared: Set<BadgeAck>) {
        let badge = live.badge
        let isCleared = asker.readers(of: live).contains { cleared.contains(BadgeAck(reader: $0.key, badge: badge.id)) }
        reasons = badge.reasons(asker)
        self.badge = badge
        outcome =
            switch badge.state(at: asker.at) {
            case .expired: .expired
            case .ended: .ended
            case .live where !live.isFor(asker): .notAimed
            case .live where !isCleared: .shown
            case .live: badge.numbers.persistent > 0 ? .clearedInPart : .cleared
            }
    }
}

extension Badge {
    /// What its audience asks, each held against the device.
    fileprivate func reasons(_ asker: BadgeAsker) -> [RolloutReason] {
        switch audience.to {
        case .all: []
        case .users: [RolloutReason(.user, oneOf: audience.users ?? [], found: asker.user ?? "")]
        case .devices: [RolloutReason(.device, oneOf: audience.devices ?? [], found: asker.device ?? "")]
        case .rules: (audience.rules?.rule(salt: id).trace(asker.traits) ?? []).map { RolloutReason($0) }
        }
    }
}
