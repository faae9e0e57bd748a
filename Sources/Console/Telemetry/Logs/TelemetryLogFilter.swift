import Formats
import Foundation

/// Which raw lines somebody looks for.
struct TelemetryLogFilter: Sendable {
    /// Part of the line as received.
    var needle = LogNeedle("")
    var type: TelemetryLogType?
    /// Exactly as in the line, or as in the upload's header where the line names none; the same for the next three.
    var user: String?
    var device: String?
    var version: String?
    /// Only lines name one.
    var session: String?
    /// Of a behaviour line its event, of a performance line its metric, of a crash line its monitor point.
    var event: String?
    var platform: Platform?
    /// Times of lines in ms since 1970: from the first on, before the second.
    var from: Int
    var to: Int

    /// Whether an upload can hold such lines at all.
    func mayHold(_ row: TelemetryLedgerRow) -> Bool {
        row.firstTime < to && row.lastTime >= from && (platform == nil || platform == row.platform)
    }

    /// What an index is asked for.
    var terms: [LogIndexTerm] {
        [(LogIndexTerm.Field.device, device), (.session, session), (.user, user), (.version, version), (.event, event)].compactMap { field, value in
            value.map { LogIndexTerm(field, $0) }
        }
    }
}

/// What a line is about, in the API's words; the word in the line itself is taken too.
enum TelemetryLogType: String, Codable, CaseIterable, Sendable {
    case behaviour, performance, crash

    init(_ kind: LogLineKind) {
        switch kind {
        case .behaviour: self = .behaviour
        case .performance: self = .performance
        case .crash: self = .crash
        }
    }

    /// - Returns: nil for a word that is none.
    init?(word: String) {
        switch word {
        case "behaviour", "behavior", "D-VM": self = .behaviour
        case "performance", "D-MM": self = .performance
        case "crash", "e": self = .crash
        default: return nil
        }
    }
}
