import Formats
import Foundation

/// Something that a rule found, or that the console says of itself.
struct Alert: Codable, Sendable, Equatable, Identifiable {
    let id: String
    let at: Date
    let kind: AlertKind
    /// Empty for what no rule asked for; the rule may be gone.
    let ruleId: String
    /// As it was called then.
    let ruleName: String
    let facts: AlertFacts
    /// When somebody said that it is read, and who.
    var readAt: Date?
    var readBy = ""

    /// How long alerts and what was sent of them are kept, in days.
    static let kept = 90
}

/// What an alert was made from; each kind has its own of them.
struct AlertFacts: Codable, Sendable, Equatable {
    var platform: Platform?
    var version: String?
    /// The first of the groups that it is about, and how many there are.
    var groups: [Group] = []
    var groupCount = 0
    /// `velocity`: reports within `span` hours, and how many were usual in such a time.
    var reports: Int?
    var usual: Double?
    var factor: Double?
    /// `crashRate`: days; `velocity`: hours.
    var span: Int?
    /// `crashRate`: active devices, day by day, and how many of those crashed; `devices`: devices with a report within an hour.
    var devices: Int?
    var crashedDevices: Int?
    /// `crashRate`: shares, from 0 to 1: what was found, its 95 % interval, and the limit.
    var rate: Double?
    var low: Double?
    var high: Double?
    var limit: Double?
    /// `devices`: the number that was passed.
    var minimum: Int?
    /// `undelivered`: the channel's name, the delivery's id, and how often it was tried.
    var channel: String?
    var delivery: String?
    var attempts: Int?
    var hotpatch: Hotpatch?

    /// `hotpatch`: the release, whether the guard halted it, and what it knew.
    struct Hotpatch: Codable, Sendable, Equatable {
        let release: String
        /// Of the patch, as devices name it.
        let version: String
        let halted: Bool
        /// From 0 to 1.
        let percentage: Double
        let evidence: Double
        let threshold: Double
        /// Devices that were offered the patch, those that would have been, and how many of each crashed.
        let treated: Int
        let treatedCrashed: Int
        let control: Int
        let controlCrashed: Int
    }

    struct Group: Codable, Sendable, Equatable {
        let id: String
        /// Empty when no report of it can be read. Without what is personal: it goes out of the house.
        let title: String
        /// In which it was seen when it was told of; empty when unknown.
        let version: String

        init(id: String, title: String, version: String) {
            (self.id, self.version) = (id, version)
            self.title = PersonalMask.masked(String(title.prefix(500)))
        }
    }

    /// Groups that are named.
    static let mostNamed = 10
}

/// What to look for in the list of alerts.
struct AlertFilter: Sendable {
    var kind: AlertKind?
    var unread = false
}
