import Formats
import Signing
import Storage

/// Finds the group of each report, and makes the ones that are not there.
struct CrashPlaces {
    private let counting: CrashCounting
    private var keys: [CrashKeyName: CrashKeyRow]

    init(_ findings: [CrashFinding], _ known: [String: CrashAnalysis], _ counting: CrashCounting) throws {
        self.counting = counting
        let fingerprints = Set(findings.flatMap { [$0.key.fingerprintText, $0.messageFingerprint] } + known.values.map(\.fingerprint))
        keys = try counting.connection.crashKeys(counting.app, fingerprints.sorted())
    }

    mutating func place(of finding: CrashFinding, _ before: CrashAnalysis?) throws -> CrashPlace {
        let plain = name(finding, finding.key.fingerprintText)
        guard let key = keys[plain] else { return try newPlace(plain, finding, before) }
        guard key.isByMessage else { return CrashPlace(group: key.group, fingerprint: plain.fingerprint) }
        let narrow = name(finding, finding.messageFingerprint)
        return try keys[narrow].map { CrashPlace(group: $0.group, fingerprint: narrow.fingerprint) } ?? newPlace(narrow, finding, before)
    }

    private func name(_ finding: CrashFinding, _ fingerprint: String) -> CrashKeyName {
        CrashKeyName(platform: finding.row.platform, grouping: counting.grouping.rawValue, fingerprint: fingerprint)
    }

    /// Of a fingerprint that nobody had. The first one that reports of a group get when they are read again stays in their group, with all that people
    /// said of it; others are groups of their own.
    private mutating func newPlace(_ name: CrashKeyName, _ finding: CrashFinding, _ before: CrashAnalysis?) throws -> CrashPlace {
        let group = try inherited(name, finding, before) ?? newGroup(finding)
        try counting.connection.insertCrashKey(counting.app, name, group: group, finding.key, at: counting.now)
        keys[name] = CrashKeyRow(group: group, isByMessage: false, successor: "")
        return CrashPlace(group: group, fingerprint: name.fingerprint)
    }

    private mutating func inherited(_ name: CrashKeyName, _ finding: CrashFinding, _ before: CrashAnalysis?) throws -> String? {
        guard let before else { return nil }
        let old = CrashKeyName(platform: name.platform, grouping: before.grouping, fingerprint: before.fingerprint)
        guard var key = keys[old], key.successor.isEmpty else { return nil }
        key.successor = name.fingerprint
        keys[old] = key
        try counting.connection.setCrashKeySuccessor(counting.app, old, name.fingerprint)
        try counting.connection.renameCrashGroup(counting.app, before.group, finding.key)
        return before.group
    }

    private func newGroup(_ finding: CrashFinding) throws -> String {
        let (app, id) = (counting.app, Random.hex(6))
        try counting.connection.insertCrashGroup(app, id, finding, at: counting.now)
        if !finding.row.isAgain {
            try counting.connection.insertCrashHappening(app, .new, id, version: finding.row.version, at: counting.now)
        }
        return id
    }
}

/// A fingerprint with all that it is compared with.
struct CrashKeyName: Hashable, Sendable {
    let platform: Platform
    let grouping: Int
    let fingerprint: String
}

/// Where a fingerprint leads.
struct CrashKeyRow: Sendable {
    let group: String
    /// Its reports are told apart by their message too: others lead on.
    let isByMessage: Bool
    /// What its first report became that was read again; empty for none.
    var successor: String
}
