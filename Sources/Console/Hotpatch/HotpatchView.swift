import Foundation
import Web

/// A release as JSON and pages show it.
struct HotpatchView: Codable, Sendable {
    let id: String
    /// That devices name.
    let version: String
    let platform: Platform
    let targetVersions: [String]
    /// Those that still get it: a newer release may have taken some over.
    let liveVersions: [String]
    let note: String
    let percentage: Double
    /// Users that the whitelist names.
    let whitelistCount: Int
    let rules: [UpdateRule]
    let format: HotpatchFormat
    let runAt: HotpatchRunAt
    let `guard`: HotpatchGuardMode
    let opensAt: OrNull<Date>
    let endsAt: OrNull<Date>
    let script: HotpatchScriptView
    let state: HotpatchState
    let revision: Int
    let createdAt: Date
    let createdBy: String
    let publishedAt: OrNull<Date>
    /// Devices that said so, each once.
    let reports: HotpatchTally
    /// What a second person is asked; null for nothing, and in lists.
    let asked: OrNull<HotpatchApproval>
    /// What devices download: one for each of the app's secrets that was valid. Empty in lists and of a draft.
    let packages: [HotpatchPackageView]

    init(_ hotpatch: Hotpatch, _ tally: HotpatchTally, asked: HotpatchApproval? = nil, packages: [HotpatchPacked] = [], at now: Date) {
        let plan = hotpatch.plan
        id = hotpatch.id
        version = hotpatch.version
        platform = plan.platform
        targetVersions = plan.targetVersions
        liveVersions = hotpatch.liveVersions
        note = plan.note
        percentage = plan.percentage
        whitelistCount = hotpatch.named
        rules = plan.rules
        format = plan.format
        runAt = plan.runAt
        self.guard = plan.guardMode
        opensAt = OrNull(plan.opensAt)
        endsAt = OrNull(plan.endsAt)
        script = HotpatchScriptView(hotpatch.script)
        state = hotpatch.state(at: now)
        revision = hotpatch.revision
        createdAt = hotpatch.createdAt
        createdBy = hotpatch.createdBy
        publishedAt = OrNull(hotpatch.publishedAt)
        reports = tally
        self.asked = OrNull(asked)
        self.packages = packages.map { HotpatchPackageView(sha256: $0.blob.text, size: $0.size, url: HotpatchAnswer.url(hotpatch, $0)) }
    }
}

struct HotpatchScriptView: Codable, Sendable {
    let name: String
    let language: HotpatchLanguage
    let size: Int
    let sha256: String

    init(_ source: HotpatchSource) {
        name = source.name
        language = source.language
        size = source.size
        sha256 = source.blob.text
    }
}

struct HotpatchPackageView: Codable, Sendable {
    let sha256: String
    let size: Int
    let url: String
}
