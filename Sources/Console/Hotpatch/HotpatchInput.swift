import Foundation
import Web

/// A release as a script or a form gives it.
struct HotpatchInput: Codable, Sendable {
    let platform: Platform
    /// Versions of the app that the patch is for, each exact.
    let targetVersions: RolloutWords
    /// For people.
    var note: String?
    /// Of the devices; 0 when absent.
    var percentage: Double?
    /// Users by id, at most 100,000, who get it whatever rules and percentage say; absent to leave those there are.
    var whitelist: [String]?
    var rules: [UpdateRule]?
    /// 2 when absent.
    var format: HotpatchFormat?
    /// `nextLaunch` when absent.
    var runAt: HotpatchRunAt?
    /// `halt` when absent.
    var `guard`: HotpatchGuardMode?
    /// RFC 3339, or `2026-11-30 18:00` in the asker's zone; absent for as soon as it is published.
    var opensAt: String?
    /// The same; absent for no end.
    var endsAt: String?
    /// The one that was looked at: a change made since is not overwritten but told of. Absent to overwrite whatever is there.
    var revision: Int?
}

/// A script that was uploaded.
struct HotpatchUpload: Sendable {
    let name: String
    let bytes: [UInt8]
    /// By the name's end when nil.
    var language: HotpatchLanguage?
}

/// What may be written in a release.
enum HotpatchRules {
    static let mostVersions = 50
    static let longestNote = 2_000
    static let longestName = 200
    /// How far ahead a window may open or end.
    static let longestWindow: TimeInterval = 365 * 86_400
    /// Bytes of an input with a whitelist in it.
    static let bodyLimit = 16 << 20
}

extension HotpatchPlan {
    /// Reads what was asked for.
    /// - Parameter zone: of a time without an offset.
    /// - Throws: `invalid` with every field that is wrong.
    init(_ input: HotpatchInput, zone: TimeZone, at now: Date) throws {
        var wrong: [Rejection] = []
        platform = input.platform
        targetVersions = Self.versions(input.targetVersions.items, &wrong)
        note = (input.note ?? "").replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        percentage = input.percentage ?? 0
        rules = input.rules ?? []
        format = input.format ?? .sealed
        runAt = input.runAt ?? .nextLaunch
        guardMode = input.guard ?? .halt
        opensAt = Self.time(input.opensAt, "opensAt", zone, now, &wrong)
        endsAt = Self.time(input.endsAt, "endsAt", zone, now, &wrong)
        wrong += rejections(at: now)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    /// Each once: 1.2 and 1.2.0 are one version.
    private static func versions(_ items: [String], _ wrong: inout [Rejection]) -> [String] {
        var (seen, versions) = (Set<RolloutVersion>(), [String]())
        for item in items where seen.insert(RolloutVersion(item)).inserted { versions.append(item) }
        if versions.isEmpty { wrong.append(Rejection("targetVersions", "web.required")) }
        if let bad = versions.first(where: { !UpdateRules.isVersion($0) }) {
            wrong.append(Rejection("targetVersions", "hotpatch.targetVersions.invalid", ["version": String(bad.prefix(40))]))
        }
        if versions.count > HotpatchRules.mostVersions {
            wrong.append(Rejection("targetVersions", "hotpatch.targetVersions.many", ["limit": "\(HotpatchRules.mostVersions)"]))
        }
        return versions
    }

    private static func time(_ text: String?, _ field: String, _ zone: TimeZone, _ now: Date, _ wrong: inout [Rejection]) -> Date? {
        guard let text = text?.trimmingCharacters(in: .whitespaces).orNil else { return nil }
        guard let moment = Moment(text) else {
            wrong.append(Rejection(field, "moment.unreadable"))
            return nil
        }
        let time = moment.date(now: now, edge: now, calendar: .days(in: zone), isEnd: field == "endsAt")
        if time.timeIntervalSince(now) > HotpatchRules.longestWindow { wrong.append(Rejection(field, "hotpatch.window.far")) }
        return time
    }

    private func rejections(at now: Date) -> [Rejection] {
        var wrong: [Rejection] = []
        if note.unicodeScalars.count > HotpatchRules.longestNote { wrong.append(Rejection("note", "hotpatch.note.long")) }
        if !RolloutShare.isPercentage(percentage) { wrong.append(Rejection("percentage", "hotpatch.percentage.range")) }
        if rules.count > UpdateRule.most { wrong.append(Rejection("rules", "updates.rules.many", ["limit": "\(UpdateRule.most)"])) }
        wrong += rules.enumerated().flatMap { $1.rejections("rules.\($0)") }
        if let endsAt, endsAt <= now { wrong.append(Rejection("endsAt", "hotpatch.endsAt.past")) }
        if let opensAt, let endsAt, endsAt <= opensAt { wrong.append(Rejection("endsAt", "hotpatch.endsAt.before")) }
        return wrong
    }

    var rollout: RolloutRule { RolloutRule(conditions: rules.compactMap(\.condition)) }
}

extension HotpatchUpload {
    /// What it is written in.
    /// - Throws: `invalid` on `script` for an empty, huge or binary one, and for one of neither language.
    func checked() throws -> HotpatchLanguage {
        _ = try HotpatchScript.read(bytes)
        guard name.isOneLine, name.utf8.count <= HotpatchRules.longestName else { throw Problem.invalid("script", "hotpatch.script.name") }
        guard let language = language ?? HotpatchLanguage(fileName: name) else { throw Problem.invalid("script", "hotpatch.script.language") }
        return language
    }
}
