import Foundation
import Web

/// The ranking as pages show it: `Views/Exposures/table`.
struct ExposureTable: Codable, Sendable {
    let rows: [Row]

    struct Row: Codable, Sendable {
        let kind: ExposureKind
        let title: String
        /// A word; empty where the room has none.
        let state: String
        let href: String
        let since: Date
        let by: String
        let told: ExposureSide
        let others: ExposureSide
        /// Crashed ones among the devices; nil where there are no devices.
        let toldShare: Double?
        let othersShare: Double?
        /// Empty where there is nothing to compare with, and where nobody crashed.
        let ratio: String
        let range: String
        let isEnough: Bool
        let standsOut: Bool
    }

    init(_ ranking: ExposureRanking, most: Int, _ words: Catalogue.Words) {
        rows = ranking.items.prefix(most).map { Row($0, words) }
    }
}

extension ExposureTable.Row {
    fileprivate init(_ suspect: ExposureSuspect, _ words: Catalogue.Words) {
        let lift = suspect.told.crashed + suspect.others.crashed > 0 ? suspect.lift.value : nil
        self.init(
            kind: suspect.kind,
            title: suspect.kind.title(suspect.title, words),
            state: suspect.kind.word(suspect.state, words),
            href: suspect.href,
            since: suspect.since,
            by: suspect.by.value ?? "",
            told: suspect.told,
            others: suspect.others,
            toldShare: suspect.told.share,
            othersShare: suspect.others.share,
            ratio: lift.map { "\(Self.text($0.ratio))×" } ?? "",
            range: lift.map { "\(Self.text($0.low))–\(Self.text($0.high))" } ?? "",
            isEnough: suspect.isEnough,
            standsOut: suspect.standsOut
        )
    }

    /// With as many digits as it is worth.
    private static func text(_ ratio: Double) -> String {
        String(format: ratio < 0.995 ? "%.2f" : ratio < 99.5 ? "%.1f" : "%.0f", ratio)
    }
}

extension ExposureSide {
    fileprivate var share: Double? { devices > 0 ? Double(crashed) / Double(devices) : nil }
}
