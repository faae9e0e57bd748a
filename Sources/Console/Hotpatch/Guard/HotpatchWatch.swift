import Foundation

/// What is kept of a release that the guard watches, or watched.
struct HotpatchWatch: Sendable, Equatable {
    let app: String
    let release: String
    let openedAt: Date
    /// nil while it is watched.
    let closedAt: Date?
    /// Hours without a sign of life that make a device silent; nil until they are known.
    let silenceHours: Int?
    let silenceByHand: Bool
    var state: HotpatchWatchState

    /// Hours that somebody may choose.
    static let silences = 1...336
}

/// The part that is one JSON value: bounded, rewritten with each batch.
struct HotpatchWatchState: Codable, Sendable, Equatable {
    var known = HotpatchCase()
    var series = HotpatchSeries()
    /// Why nothing is decided.
    var freeze: HotpatchFreeze?
    /// When people were told of harm; ms since 1970.
    var toldAt: Int?
    /// With which numbers.
    var finding: HotpatchFinding?

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        known = try values.decodeIfPresent(HotpatchCase.self, forKey: .known) ?? HotpatchCase()
        series = try values.decodeIfPresent(HotpatchSeries.self, forKey: .series) ?? HotpatchSeries()
        freeze = try values.decodeIfPresent(HotpatchFreeze.self, forKey: .freeze)
        toldAt = try values.decodeIfPresent(Int.self, forKey: .toldAt)
        finding = try values.decodeIfPresent(HotpatchFinding.self, forKey: .finding)
    }

    /// Whether the guard would let more devices have the patch: nothing is frozen, and the evidence of harm is below a tenth of what halts.
    var isContent: Bool { freeze == nil && known.evidence.log < log(HotpatchVerdict.threshold / 10) }
}
