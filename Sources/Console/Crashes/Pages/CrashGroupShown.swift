import Formats
import Foundation
import Web

/// A device or user with a group's crashes.
struct CrashAffected: Codable, Sendable {
    let name: String
    let count: Int
    /// Their reports in the group; nil where the name is hidden, as the next.
    let href: String?
    /// All that is known of the device or user.
    let page: String?
}

/// All that the page of one group is made of.
struct CrashGroupShown: Sendable {
    let group: CrashGroup
    let trend: CrashGroupTrend
    let facets: CrashFacets
    let devices: [CrashShare]
    let users: [CrashShare]
    let reports: List<CrashReportItem>
    let notes: [CrashNote]
    let keys: [CrashKeyBody]
    let accounts: [Account]
    /// What the newest report is grouped by; nil when none is kept.
    let key: CrashKey?
    let days: Int
    let changes: ExposureTable
    let isMasked: Bool
}

extension CrashGroup {
    /// Without telephone numbers and mail addresses.
    func masked() -> CrashGroup {
        CrashGroup(
            id: id,
            platform: platform,
            title: OrNull(title.value.map(PersonalMask.masked)),
            culprit: culprit,
            type: type,
            handled: handled,
            state: state,
            resolvedIn: resolvedIn,
            resolvedAt: resolvedAt,
            regressedAt: regressedAt,
            regressedIn: regressedIn,
            assignee: assignee,
            count: count,
            devices: devices,
            users: users,
            firstSeen: firstSeen,
            lastSeen: lastSeen,
            firstVersion: firstVersion,
            lastVersion: lastVersion,
            versions: versions
        )
    }
}
