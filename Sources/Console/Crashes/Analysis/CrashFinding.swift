import Formats

/// One report as the ledger keeps it, to be put into a group.
struct CrashUnread: Sendable {
    let id: String
    let platform: Platform
    /// By the device's clock, in ms since 1970.
    let time: Int
    let version: String
    let device: String
    let user: String
    let isHandled: Bool
    /// Whether it was read before, and is to be once more.
    let isAgain: Bool
    /// What it is counted by beside version, device and user.
    let facets: [CrashFacet: String]
    let report: [UInt8]
}

/// What a group's reports are told apart by. Stored: the words do not change.
enum CrashFacet: String, Codable, Sendable, CaseIterable {
    case version, model, os, channel, network, hotpatch, page
    /// `foreground`, `background`, or empty.
    case state
}

/// What was made of a report.
struct CrashFinding: Sendable {
    let row: CrashUnread
    let key: CrashKey
    let format: CrashFormat
    /// Symbols without which frames of the app have no names.
    let wanted: [SymbolWanted]

    /// Tells reports of one fingerprint apart by what they say as well.
    var messageFingerprint: String {
        let message = key.lines.first { $0.subject == .message }?.key ?? ""
        return CrashKey.fingerprintText("\(key.fingerprintText)\n\(message)")
    }
}

/// Reads reports: the whole way from bytes to what they are grouped by.
struct CrashAnalyst: Sendable {
    let lookup: SymbolLookup

    /// Several at a time, in their order.
    /// - Throws: what the database and the store throw; nothing for bytes that are no report, which are grouped by their first line.
    func read(_ rows: [CrashUnread], of app: String, by grouping: CrashGrouping) async throws -> [CrashFinding] {
        let share = (rows.count + Self.atOnce - 1) / Self.atOnce
        guard share > 0 else { return [] }
        return try await withThrowingTaskGroup(of: (Int, [CrashFinding]).self) { group in
            for start in stride(from: 0, to: rows.count, by: share) {
                group.addTask {
                    var naming = CrashNaming(lookup: lookup, rules: grouping.rules)
                    var findings: [CrashFinding] = []
                    for row in rows[start..<min(start + share, rows.count)] {
                        findings.append(try await read(row, of: app, by: grouping, &naming))
                    }
                    return (start, findings)
                }
            }
            var parts: [(Int, [CrashFinding])] = []
            for try await part in group { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }

    private static let atOnce = 2

    private func read(_ row: CrashUnread, of app: String, by grouping: CrashGrouping, _ naming: inout CrashNaming) async throws -> CrashFinding {
        guard var report = try? CrashReport.read(row.report, limits: .grouping) else {
            return CrashFinding(row: row, key: grouping.group(row.report, nil), format: .unknown, wanted: [])
        }
        let wanted = try await naming.name(&report, of: app, version: row.version)
        return CrashFinding(row: row, key: grouping.group(row.report, report), format: report.format, wanted: wanted)
    }
}
