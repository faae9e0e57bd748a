import Formats
import Foundation
import Web

/// Which groups a list shows, and in which order.
struct CrashGroupFilter: Sendable {
    var platform: Platform?
    /// Seen in it.
    var version: String?
    var state: CrashGroupState?
    /// An account; empty for groups that nobody looks after.
    var assignee: String?
    /// Whether somebody caught what is in it.
    var isHandled: Bool?
    /// Part of title, culprit or id.
    var text: String?
    /// Whether titles are masked for who asks: those that may hold a telephone number or mail address are not looked into then.
    var isMasked = false
    /// Seen since, in ms since 1970.
    var since: Int?
    var sort = CrashGroupSort.last
}

/// Largest first.
enum CrashGroupSort: String, Codable, Sendable, CaseIterable {
    /// When it was last seen.
    case last
    /// When it was first seen.
    case first
    case count
    case devices
}

/// How often something occurs among a group's reports.
struct CrashShare: Codable, Sendable, Equatable {
    let value: String
    let count: Int
}

/// What a group's reports have in common, most first.
struct CrashFacets: Codable, Sendable {
    let version: [CrashShare]
    let model: [CrashShare]
    let os: [CrashShare]
    let channel: [CrashShare]
    let network: [CrashShare]
    let hotpatch: [CrashShare]
    let page: [CrashShare]
    /// `foreground`, `background`, or empty where the report does not say.
    let state: [CrashShare]

    init(_ shares: [CrashFacet: [CrashShare]]) {
        func of(_ facet: CrashFacet) -> [CrashShare] { shares[facet] ?? [] }
        (version, model, os, channel) = (of(.version), of(.model), of(.os), of(.channel))
        (network, hotpatch, page, state) = (of(.network), of(.hotpatch), of(.page), of(.state))
    }
}

/// Reports of a group, by step of time.
struct CrashGroupTrend: Codable, Sendable {
    struct Item: Codable, Sendable, Equatable {
        /// Where the step begins.
        let time: Date
        let count: Int
        /// By version, those that occur.
        let versions: [CrashShare]
    }

    /// One for every step, also the empty ones.
    let items: [Item]
    /// Seconds of a step: 3,600 or 86,400.
    let step: Int
}

/// A fingerprint that leads to a group.
struct CrashKeyBody: Codable, Sendable, Equatable {
    let fingerprint: String
    /// Of the algorithm.
    let version: Int
    var title: OrNull<String>
    let culprit: OrNull<String>
    /// Whether its reports are told apart by their message too.
    let byMessage: Bool
    /// That are kept.
    let reports: Int

    /// Without telephone numbers and mail addresses.
    func masked() -> CrashKeyBody {
        var key = self
        key.title = OrNull(title.value.map(PersonalMask.masked))
        return key
    }
}
