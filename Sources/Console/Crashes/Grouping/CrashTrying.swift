import Formats
import Storage

/// Reads the newest reports by another way of grouping, and says how their groups would change.
struct CrashTrying: Sendable {
    let database: Database
    let analyst: CrashAnalyst

    /// Reports that are read.
    static let most = 10_000
    private static let batch = 200

    @Sendable func run(_ work: CrashTrialWork, _ run: JobRun) async throws {
        guard let trial = try await database.read({ try $0.crashTrial(work.app, work.trial) }) else { return }
        let ids = try await database.read { try $0.newestCrashes(work.app, limit: Self.most) }
        var comparison = CrashComparison()
        for start in stride(from: 0, to: ids.count, by: Self.batch) {
            try Task.checkCancellation()
            let some = Array(ids[start..<min(start + Self.batch, ids.count)])
            let (rows, before) = try await database.read { (try $0.crashesToRead(work.app, some), try $0.crashAnalyses(work.app, some)) }
            for finding in try await analyst.read(rows, of: work.app, by: trial.setting.grouping) {
                if let group = before[finding.row.id]?.group { comparison.add(finding, in: group) }
            }
            run.report(Double(start) / Double(max(ids.count, 1)), "crashTrying")
        }
        let titles = try await database.read { [comparison] in try $0.crashGroupTitles(work.app, comparison.groups) }
        let outcome = comparison.outcome(titles)
        try await database.write { connection in
            try connection.setCrashTrialOutcome(work.app, work.trial, outcome)
            try run.finish(work.trial, in: connection)
        }
    }
}

/// What the job carries.
struct CrashTrialWork: Codable, Sendable {
    let app: String
    let trial: String
}

extension JobKind<CrashTrialWork> {
    static var crashTrial: Self { JobKind("crash.trial") }
}

/// Two ways to put the same reports together.
struct CrashComparison: Sendable {
    private var byGroup: [String: [String: Int]] = [:]
    private var byKey: [String: [String: Int]] = [:]
    private var keys: [String: (title: String, culprit: String)] = [:]
    private var reports = 0

    private static let most = 50

    var groups: [String] { byGroup.keys.sorted() }

    mutating func add(_ finding: CrashFinding, in group: String) {
        let key = "\(finding.row.platform.rawValue) \(finding.key.fingerprintText)"
        byGroup[group, default: [:]][key, default: 0] += 1
        byKey[key, default: [:]][group, default: 0] += 1
        keys[key] = keys[key] ?? (finding.key.title, finding.key.culprit)
        reports += 1
    }

    /// - Parameter titles: of the groups as they are.
    func outcome(_ titles: [String: String]) -> CrashTrialOutcome {
        CrashTrialOutcome(
            reports: reports,
            groupsBefore: byGroup.count,
            groupsAfter: byKey.count,
            splits: Self.largest(byGroup).map { group, parts in
                .init(group: group, title: titles[group] ?? "", reports: Self.sum(parts), parts: Self.sorted(parts).map(part))
            },
            merges: Self.largest(byKey).map { key, groups in
                .init(
                    title: keys[key]?.title ?? "",
                    culprit: keys[key]?.culprit ?? "",
                    reports: Self.sum(groups),
                    groups: Self.sorted(groups).map { .init(group: $0.0, title: titles[$0.0] ?? "", reports: $0.1) }
                )
            }
        )
    }

    private func part(_ part: (String, Int)) -> CrashTrialOutcome.Part {
        .init(title: keys[part.0]?.title ?? "", culprit: keys[part.0]?.culprit ?? "", reports: part.1)
    }

    /// Of several parts.
    private static func largest(_ wholes: [String: [String: Int]]) -> [(String, [String: Int])] {
        let several = wholes.filter { $0.value.count > 1 }.map { ($0.key, $0.value) }
        return Array(several.sorted { (sum($1.1), $0.0) < (sum($0.1), $1.0) }.prefix(most))
    }

    private static func sorted(_ parts: [String: Int]) -> [(String, Int)] {
        Array(parts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(most).map { ($0.key, $0.value) })
    }

    private static func sum(_ parts: [String: Int]) -> Int { parts.values.reduce(0, +) }
}
