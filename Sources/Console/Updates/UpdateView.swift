import Foundation
import Web

/// A release as JSON and pages show it.
struct UpdateView: Codable, Sendable {
    let id: String
    let platform: Platform
    let version: String
    /// Id of the build that devices install; null for one from elsewhere.
    let build: OrNull<String>
    /// Of a draft the one that it would be published with; empty when it has none yet.
    let downloadURL: String
    let message: String
    let upgradeType: UpdateType
    let remindIntervalDays: Int
    let mode: UpdateMode
    let percentage: OrNull<Double>
    /// Users that the whitelist names.
    let whitelistCount: Int
    let endsAt: OrNull<Date>
    /// Devices that the time window has room for; null for any number.
    let limit: OrNull<Int>
    /// Devices that have a place in it, where they are counted.
    let taken: Int
    let rules: [UpdateRule]
    let netTypes: [String]
    let forceBelow: OrNull<String>
    /// Of the build's file; 0 for one from elsewhere.
    let fileSize: Int
    /// Of the build's file; empty for one from elsewhere.
    let fullMd5: String
    let state: UpdateState
    let revision: Int
    let createdAt: Date
    let createdBy: String
    let publishedAt: OrNull<Date>

    init(_ update: Update, address: String, at now: Date) {
        let plan = update.plan
        id = update.id
        platform = plan.platform
        version = plan.version
        build = OrNull(plan.build)
        downloadURL = address
        message = plan.message
        upgradeType = plan.upgradeType
        remindIntervalDays = plan.remindIntervalDays
        mode = plan.mode
        percentage = OrNull(plan.percentage)
        whitelistCount = plan.mode == .whitelist ? update.named : 0
        endsAt = OrNull(plan.window?.endsAt)
        limit = OrNull(plan.window?.limit)
        taken = update.taken
        rules = plan.rules
        netTypes = plan.networks
        forceBelow = OrNull(plan.forceBelow)
        fileSize = plan.fileSize
        fullMd5 = plan.md5
        state = update.state(at: now)
        revision = update.revision
        createdAt = update.createdAt
        createdBy = update.createdBy
        publishedAt = OrNull(update.publishedAt)
    }
}
