import Foundation
import Web

/// Whom a dot is for. Only the list that `to` names is there.
struct BadgeAudience: Codable, Sendable, Equatable {
    let to: BadgeAudienceKind
    let users: [String]?
    let devices: [String]?
    let rules: BadgeRules?

    init(to: BadgeAudienceKind, users: [String]? = nil, devices: [String]? = nil, rules: BadgeRules? = nil) {
        self.to = to
        self.users = users
        self.devices = devices
        self.rules = rules
    }

    /// How many a list names; nil for everybody and for rules.
    var named: Int? { (users ?? devices)?.count }
}

enum BadgeAudienceKind: String, Codable, CaseIterable, Sendable {
    case all, users, devices, rules
}

/// An audience as scripts and forms write it: `"all"`, `{"users":[…]}`, `{"devices":[…]}` or `{"rules":{…}}`. With `to` the other lists may be
/// there too and are not looked at, as in a form that shows all of them.
struct NewBadgeAudience: Codable, Sendable {
    var to: BadgeAudienceKind?
    var all: Bool?
    /// User ids, 1 to 1,000.
    var users: [String]?
    /// Device ids, 1 to 1,000.
    var devices: [String]?
    var rules: BadgeRules?

    static let everybody = NewBadgeAudience(to: .all)

    private init(to: BadgeAudienceKind) { self.to = to }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            to = try decoder.singleValueContainer().decode(BadgeAudienceKind.self)
            return
        }
        to = try container.decodeIfPresent(BadgeAudienceKind.self, forKey: .to)
        all = try container.decodeIfPresent(Bool.self, forKey: .all)
        users = try container.decodeIfPresent([String].self, forKey: .users)
        devices = try container.decodeIfPresent([String].self, forKey: .devices)
        rules = try container.decodeIfPresent(BadgeRules.self, forKey: .rules)
    }

    /// - Throws: `invalid`, its fields below `audience`.
    func resolved() throws -> BadgeAudience {
        switch try kind() {
        case .all: BadgeAudience(to: .all)
        case .users: BadgeAudience(to: .users, users: try Self.list(users, "users", Self.isUser))
        case .devices: BadgeAudience(to: .devices, devices: try Self.list(devices, "devices", Self.isDevice))
        case .rules: BadgeAudience(to: .rules, rules: try (rules ?? BadgeRules()).checked())
        }
    }

    private func kind() throws -> BadgeAudienceKind {
        if let to { return to }
        let named: [BadgeAudienceKind?] = [
            all == true ? .all : nil, users.map { _ in .users }, devices.map { _ in .devices }, rules.map { _ in .rules },
        ]
        let kinds = named.compactMap { $0 }
        guard kinds.count == 1 else { throw Problem.invalid("audience", "badges.audience.one") }
        return kinds[0]
    }

    private static func list(_ entries: [String]?, _ field: String, _ isGood: (String) -> Bool) throws -> [String] {
        guard let list = BadgeEntries.list(entries), list.count <= 1_000 else { throw Problem.invalid("audience.\(field)", "badges.audience.count") }
        if let bad = list.first(where: { !isGood($0) }) {
            throw Problem.invalid("audience.\(field)", "badges.audience.\(field).bad", ["entry": String(bad.prefix(40))])
        }
        return list
    }

    static func isUser(_ text: String) -> Bool {
        (1...128).contains(text.unicodeScalars.count) && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// As the contract has it, 1.
    static func isDevice(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z0-9_+\/=.:\-]{1,64}/#) != nil && text != "-"
    }
}
