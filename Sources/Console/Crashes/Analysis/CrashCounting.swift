import Formats
import Foundation
import Signing
import Storage

/// Puts findings into groups and counts them there, inside one transaction.
///
/// A report that was read before is moved: what it counted in its old group is taken away there. So symbols that come, other rules, and groups that
/// are taken apart are all the same work.
struct CrashCounting {
    let connection: Connection
    let app: String
    let grouping: CrashGrouping.Version
    let now: Date

    func count(_ findings: [CrashFinding]) throws {
        guard !findings.isEmpty else { return }
        let known = try connection.crashAnalyses(app, findings.map(\.row.id))
        var places = try CrashPlaces(findings, known, self)
        let placed = try findings.map { CrashPlaced(finding: $0, place: try places.place(of: $0, known[$0.row.id]), before: known[$0.row.id]) }
        try connection.add(CrashTally(placed), to: app)
        try update(placed)
        try note(placed)
        try close(placed)
    }

    // MARK: groups

    /// Times, versions, and whether one is back that was resolved.
    private func update(_ placed: [CrashPlaced]) throws {
        let byGroup = Dictionary(grouping: placed, by: \.place.group)
        let states = try connection.crashGroupFacts(app, Array(byGroup.keys).sorted())
        for state in states {
            var state = state
            for one in byGroup[state.id] ?? [] { state.take(one.finding.row) }
            try connection.setCrashGroupFacts(app, state)
            let new = (byGroup[state.id] ?? []).filter { $0.before == nil && !$0.finding.row.isAgain }
            guard let back = new.first(where: { state.isRegression($0.finding.row) }) else { continue }
            try connection.reopenCrashGroup(app, state.id, version: back.finding.row.version, at: now)
            try connection.insertCrashNote(app, state.id, .regressed, back.finding.row.version, by: nil, at: now)
            try connection.insertCrashHappening(app, .regression, state.id, version: back.finding.row.version, at: now)
        }
    }

    // MARK: reports

    private func note(_ placed: [CrashPlaced]) throws {
        try connection.saveCrashAnalyses(app, placed, grouping)
        try connection.deleteCrashWants(app, placed.filter { $0.before != nil }.map(\.finding.row.id))
        let wants = placed.filter { !$0.finding.wanted.isEmpty }
        var reports: [String: (wanted: SymbolWanted, count: Int)] = [:]
        for one in wants {
            for wanted in one.finding.wanted {
                guard let id = wanted.id else { continue }
                // Whoever waited before is counted already.
                let isNew = one.before?.waits != true
                reports[id, default: (wanted, 0)].count += isNew ? 1 : 0
            }
        }
        var waiting: Set<String> = []
        for (_, entry) in reports.sorted(by: { $0.key < $1.key }) {
            waiting.formUnion(try connection.noteMissingSymbols(app, [entry.wanted], reports: entry.count, at: now))
        }
        try connection.insertCrashWants(app, wants, waiting)
        try connection.deleteUnreadCrashes(app, placed.map(\.finding.row.id))
        // What came while they were read is not missing: they are read once more.
        let late = wants.filter { $0.finding.wanted.contains { wanted in wanted.id.map { !waiting.contains($0) } ?? false } }
        try connection.readCrashesAgain(app, late.map(\.finding.row.id))
    }

    /// A group whose last report went elsewhere leads there.
    private func close(_ placed: [CrashPlaced]) throws {
        var moves: [String: String] = [:]
        for one in placed { if let before = one.before, before.group != one.place.group { moves[before.group] = one.place.group } }
        for group in try connection.emptyCrashGroups(app, moves.keys.sorted()) {
            guard let target = moves[group] else { continue }
            try connection.leadCrashGroup(app, from: group, to: target)
            try connection.insertCrashNote(app, target, .merged, group, by: nil, at: now)
        }
    }
}

/// A finding with its place.
struct CrashPlaced {
    let finding: CrashFinding
    let place: CrashPlace
    /// What was made of the report before; nil for a new one.
    let before: CrashAnalysis?

    /// Whether it is counted anew.
    var isMoved: Bool { before.map { $0.group != place.group } ?? true }
}

struct CrashPlace: Hashable {
    let group: String
    /// The one that leads there.
    let fingerprint: String
}

/// What was made of a report before.
struct CrashAnalysis: Sendable {
    /// The one that has its reports now.
    let group: String
    let grouping: Int
    let fingerprint: String
    let waits: Bool
}
