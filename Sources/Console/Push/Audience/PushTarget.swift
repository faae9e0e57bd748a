import Foundation
import Web

/// Whom a message is for, as the contract has it (section 7): `{"users":[…]}`, `{"devices":[…]}`, `{"all":true}`, `{"segment":{…}}` or
/// `{"list":"<id>"}`, one of them. The word `"all"` is taken too.
struct PushTarget: Codable, Sendable, Equatable {
    /// User ids: every bound device of each.
    var users: [String]?
    var devices: [String]?
    var all: Bool?
    var segment: PushSegment?
    /// Of an uploaded list of users or devices.
    var list: String?

    static let everybody = PushTarget(all: true)

    init(users: [String]? = nil, devices: [String]? = nil, all: Bool? = nil, segment: PushSegment? = nil, list: String? = nil) {
        self.users = users
        self.devices = devices
        self.all = all
        self.segment = segment
        self.list = list
    }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            guard try decoder.singleValueContainer().decode(PushTargetKind.self) == .all else { throw Self.mismatch(decoder) }
            self = .everybody
            return
        }
        users = try container.decodeIfPresent([String].self, forKey: .users)
        devices = try container.decodeIfPresent([String].self, forKey: .devices)
        all = try container.decodeIfPresent(Bool.self, forKey: .all)
        segment = try container.decodeIfPresent(PushSegment.self, forKey: .segment)
        list = try container.decodeIfPresent(String.self, forKey: .list)
    }

    private static func mismatch(_ decoder: any Decoder) -> DecodingError {
        .typeMismatch(Self.self, .init(codingPath: decoder.codingPath, debugDescription: "a word other than all"))
    }

    /// Which of them it says; nil for none or several.
    var kind: PushTargetKind? {
        let said: [PushTargetKind?] = [
            all == true ? .all : nil, users.map { _ in .users }, devices.map { _ in .devices }, segment.map { _ in .segment },
            list.map { _ in .list },
        ]
        let kinds = said.compactMap { $0 }
        return kinds.count == 1 ? kinds[0] : nil
    }

    /// How many it names itself; nil where only the database knows.
    var named: Int? { (users ?? devices)?.count }

    /// What it names or asks for, for people: the first words of each.
    var spoken: String {
        let conditions: [[String]?] = [users, devices, segment?.versions?.items, segment?.models?.items, segment?.osVersions?.items]
        let spoken = conditions.compactMap { $0 }.filter { !$0.isEmpty }.map { words -> String in
            words.prefix(5).joined(separator: ", ") + (words.count > 5 ? " …" : "")
        }
        return spoken.joined(separator: "; ")
    }
}

/// The ways to say whom a message is for.
enum PushTargetKind: String, Codable, CaseIterable, Sendable {
    case all, users, devices, segment, list
}

/// Devices that have something in common: every condition that is there has to hold.
struct PushSegment: Codable, Sendable, Equatable {
    var platform: Platform?
    /// As `RolloutVersions` reads them: `2.3.1`, `2.3.*`, `>=2.2 <2.4`, `1.0-1.9`.
    var versions: RolloutWords?
    /// Without regard to case.
    var models: RolloutWords?
    /// As `versions`.
    var osVersions: RolloutWords?
    /// Back from when the audience is counted.
    var activeWithinDays: Int?
    /// A group of crashes: devices that reported one of them.
    var crashGroup: String?

    /// Without a condition it would be everybody, which is to be said as `all`.
    var isEmpty: Bool {
        platform == nil && words.allSatisfy { $0.isEmpty } && activeWithinDays == nil && crashGroup == nil
    }

    private var words: [[String]] { [versions, models, osVersions].map { $0?.items ?? [] } }
}

/// How large a target may be.
enum PushTargetLimits {
    /// Users or devices that a message names itself; more come as a list.
    static let named = 1_000
    /// Words of each condition of a segment, and characters of each.
    static let words = 100
    static let word = 64
    static let days = 1...365
}
