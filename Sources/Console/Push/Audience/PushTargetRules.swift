import Foundation
import Web

extension PushTarget {
    /// The same with each name once and without blanks.
    /// - Parameter field: under which what is wrong is told.
    /// - Throws: `invalid`. Whether the list and the crash group are there is asked when the audience is counted.
    func checked(_ field: String = "target") throws -> PushTarget {
        switch kind {
        case .all: return .everybody
        case .users: return PushTarget(users: try Self.names(users, "\(field).users", NewBadgeAudience.isUser))
        case .devices: return PushTarget(devices: try Self.names(devices, "\(field).devices", NewBadgeAudience.isDevice))
        case .segment: return PushTarget(segment: try segment?.checked("\(field).segment"))
        case .list:
            guard let list, list.wholeMatch(of: #/[0-9a-f]{1,64}/#) != nil else {
                throw Problem.invalid("\(field).list", "pushDevices.target.list.unknown")
            }
            return PushTarget(list: list)
        case nil: throw Problem.invalid(field, "pushDevices.target.one")
        }
    }

    private static func names(_ names: [String]?, _ field: String, _ isGood: (String) -> Bool) throws -> [String] {
        var known: Set<String> = []
        let names = (names ?? []).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && known.insert($0).inserted }
        guard (1...PushTargetLimits.named).contains(names.count) else {
            throw Problem.invalid(field, "pushDevices.target.count", ["limit": "\(PushTargetLimits.named)"])
        }
        if let bad = names.first(where: { !isGood($0) }) {
            throw Problem.invalid(field, "pushDevices.target.name.bad", ["name": String(bad.prefix(40))])
        }
        return names
    }
}

extension PushSegment {
    fileprivate func checked(_ field: String) throws -> PushSegment {
        let wrong = rejections(field)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        return PushSegment(
            platform: platform,
            versions: Self.filled(versions),
            models: Self.filled(models),
            osVersions: Self.filled(osVersions),
            activeWithinDays: activeWithinDays,
            crashGroup: crashGroup
        )
    }

    private static func filled(_ words: RolloutWords?) -> RolloutWords? {
        guard let words, !words.items.isEmpty else { return nil }
        return RolloutWords(words.items)
    }

    private func rejections(_ field: String) -> [Rejection] {
        if isEmpty { return [Rejection(field, "pushDevices.target.segment.empty")] }
        var wrong: [Rejection] = []
        for (words, name) in [(versions, "versions"), (models, "models"), (osVersions, "osVersions")] where !Self.isBounded(words) {
            wrong.append(Rejection("\(field).\(name)", "pushDevices.target.words", ["limit": "\(PushTargetLimits.words)"]))
        }
        for (words, name) in [(versions, "versions"), (osVersions, "osVersions")] where !Self.isVersions(words) {
            wrong.append(Rejection("\(field).\(name)", "pushDevices.target.versions.bad"))
        }
        if let activeWithinDays, !PushTargetLimits.days.contains(activeWithinDays) {
            wrong.append(Rejection("\(field).activeWithinDays", "pushDevices.target.days"))
        }
        if let crashGroup, crashGroup.wholeMatch(of: #/[A-Za-z0-9]{1,64}/#) == nil {
            wrong.append(Rejection("\(field).crashGroup", "pushDevices.target.crashGroup.unknown"))
        }
        return wrong
    }

    private static func isBounded(_ words: RolloutWords?) -> Bool {
        let items = words?.items ?? []
        return items.count <= PushTargetLimits.words && items.allSatisfy { $0.unicodeScalars.count <= PushTargetLimits.word && !$0.utf8.contains(0) }
    }

    private static func isVersions(_ words: RolloutWords?) -> Bool {
        guard let words, !words.items.isEmpty else { return true }
        return RolloutVersions(words.items) != nil
    }
}
