import Foundation
import Web

extension UpdatePlan {
    /// Reads what was asked for. What belongs to another mode is not looked at, as in a form that shows everything.
    /// - Parameters:
    ///   - build: that is to be installed, if there is one.
    ///   - zone: of a time without an offset.
    /// - Throws: `invalid` with every field that is wrong.
    init(_ input: UpdateInput, build: UpdateBuild?, zone: TimeZone, at now: Date) throws {
        var wrong: [Rejection] = []
        platform = input.platform
        version = Self.version(input, build, &wrong)
        self.build = build?.id
        downloadURL = (input.downloadURL ?? "").trimmed
        message = input.message.replacing("\r\n", with: "\n").trimmed
        upgradeType = input.upgradeType ?? .once
        remindIntervalDays = input.remindIntervalDays ?? UpdateRules.usualInterval
        mode = input.mode ?? .official
        percentage = mode == .percentage ? Self.percentage(input.percentage, &wrong) : nil
        window = mode == .timeWindow ? Self.window(input, zone, now, &wrong) : nil
        rules = input.rules ?? []
        networks = Self.networks(input.netTypes ?? [], &wrong)
        forceBelow = input.forceBelow?.trimmed.orNil
        fileSize = build?.size ?? 0
        md5 = build?.md5 ?? ""
        wrong += rejections(input)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    private static func version(_ input: UpdateInput, _ build: UpdateBuild?, _ wrong: inout [Rejection]) -> String {
        let version = input.version?.trimmed.orNil ?? build?.version ?? ""
        if version.isEmpty { wrong.append(Rejection("version", "web.required")) }
        if !version.isEmpty, !UpdateRules.isVersion(version) { wrong.append(Rejection("version", "updates.version.invalid")) }
        if let build, build.version != version {
            wrong.append(Rejection("version", "updates.version.ofBuild", ["version": build.version]))
        }
        return version
    }

    private static func percentage(_ percentage: Double?, _ wrong: inout [Rejection]) -> Double {
        guard let percentage else {
            wrong.append(Rejection("percentage", "web.required"))
            return 0
        }
        if !RolloutShare.isPercentage(percentage) { wrong.append(Rejection("percentage", "updates.percentage.range")) }
        return percentage
    }

    private static func window(_ input: UpdateInput, _ zone: TimeZone, _ now: Date, _ wrong: inout [Rejection]) -> RolloutWindow? {
        if let limit = input.limit, !RolloutWindow.limits.contains(limit) { wrong.append(Rejection("limit", "updates.limit.range")) }
        guard let text = input.endsAt?.orNil else {
            wrong.append(Rejection("endsAt", "web.required"))
            return nil
        }
        guard let moment = Moment(text) else {
            wrong.append(Rejection("endsAt", "moment.unreadable"))
            return nil
        }
        let end = moment.date(now: now, edge: now, calendar: .days(in: zone), isEnd: true)
        if end <= now { wrong.append(Rejection("endsAt", "updates.endsAt.past")) }
        if end.timeIntervalSince(now) > RolloutWindow.longest { wrong.append(Rejection("endsAt", "updates.endsAt.far")) }
        return RolloutWindow(endsAt: end, limit: input.limit)
    }

    private static func networks(_ words: [String], _ wrong: inout [Rejection]) -> [String] {
        var seen: Set<String> = []
        let networks = words.map(\.trimmed).filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
        let isGood = networks.allSatisfy { $0.wholeMatch(of: #/[A-Za-z0-9_.\-]{1,16}/#) != nil }
        if !isGood || networks.count > UpdateRules.mostNetworks { wrong.append(Rejection("netTypes", "updates.netTypes.invalid")) }
        return networks
    }

    private func rejections(_ input: UpdateInput) -> [Rejection] {
        var wrong: [Rejection] = []
        if message.isEmpty { wrong.append(Rejection("message", "web.required")) }
        if message.unicodeScalars.count > UpdateRules.longestMessage { wrong.append(Rejection("message", "updates.message.long")) }
        if !downloadURL.isEmpty, !UpdateRules.isURL(downloadURL) { wrong.append(Rejection("downloadURL", "updates.downloadURL.invalid")) }
        if !UpdateRules.intervals.contains(remindIntervalDays) { wrong.append(Rejection("remindIntervalDays", "updates.remindIntervalDays.range")) }
        if rules.count > UpdateRule.most { wrong.append(Rejection("rules", "updates.rules.many", ["limit": "\(UpdateRule.most)"])) }
        wrong += rules.enumerated().flatMap { $1.rejections("rules.\($0)") }
        if let forceBelow, !UpdateRules.isVersion(forceBelow) { wrong.append(Rejection("forceBelow", "updates.version.invalid")) }
        if let forceBelow, RolloutVersion(forceBelow) > RolloutVersion(version) { wrong.append(Rejection("forceBelow", "updates.forceBelow.above")) }
        return wrong
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
