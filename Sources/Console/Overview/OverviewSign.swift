import Formats
import Foundation
import Web

/// One thing that an overview points to: of one kind, in one app.
struct OverviewSign: Codable, Sendable, Equatable {
    let kind: Kind
    /// Empty for what belongs to the whole console.
    let app: String
    /// How many there are of it.
    let count: Int
    /// What people call the newest of them, such as `ios #3` or a version; null where it has no name.
    let subject: OrNull<String>
    /// Of the newest of them; of what ends, when it does.
    let at: OrNull<Date>
    let isGrave: Bool
    /// Crash rates of a version and of the others.
    var rate: OrNull<Double> = OrNull(nil)
    var rest: OrNull<Double> = OrNull(nil)
    /// Of what ends: what nobody can do any more.
    var stops: OrNull<ExpiryEffect> = OrNull(nil)
    /// The page on which it is dealt with: its own where it is the only one.
    let href: String

    /// In the order in which they are shown.
    enum Kind: String, Codable, CaseIterable, Sendable {
        // Something is wrong.
        case haltedPatch, worseVersion, alerts, failedDeliveries, silence, unreadableLines
        // Somebody has to do something.
        case expiry, oldSecret, patchApproval, pushApproval, diagnosisApproval, newGroups, feedback, diagnosisLogs, failedBuilds, failedJobs
        case switchDrafts

        var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}

extension OverviewSign {
    /// - Parameters:
    ///   - list: below the app's page: where all of them are.
    ///   - one: below the app's page: where a single one is; nil where it has no page of its own.
    init(_ kind: Kind, _ tally: AppTally, isGrave: Bool = false, list: String, one: String? = nil) {
        self.init(
            kind: kind,
            app: tally.app,
            count: tally.count,
            // Titles of crashes and what people wrote may hold somebody's number: an overview needs none.
            subject: OrNull(PersonalMask.masked(tally.title).orNil),
            at: OrNull(tally.at),
            isGrave: isGrave,
            href: "/apps/\(tally.app)/" + (tally.count == 1 ? one ?? list : list)
        )
    }

    /// The gravest first, then kind by kind.
    static func isBefore(_ one: OverviewSign, _ other: OverviewSign) -> Bool {
        (one.isGrave ? 0 : 1, one.kind.rank, -one.count, one.app) < (other.isGrave ? 0 : 1, other.kind.rank, -other.count, other.app)
    }
}
