import Formats
import Foundation

/// Which raw lines somebody looks for.
struct TelemetryLogFilter: Sendable {
    var needle = TelemetryNeedle("")
    var type: TelemetryLogType?
    /// Exactly as in the line, or as in the upload's header where the line names none.
    var user: String?
    var device: String?
    var platform: Platform?
    /// Times of lines in ms since 1970: from the first on, before the second.
    var from: Int
    var to: Int

    /// Whether an upload can hold such lines at all.
    func mayHold(_ row: TelemetryLedgerRow) -> Bool {
        row.firstTime < to && row.lastTime >= from && (platform == nil || platform == row.platform)
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

/// Part of a text, found without regard to case in ASCII letters.
struct TelemetryNeedle: Sendable {
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = text.utf8.map(Self.lower)
    }

    var isEmpty: Bool { bytes.isEmpty }

    func isIn(_ text: [UInt8]) -> Bool {
        guard let first = bytes.first else { return true }
        guard text.count >= bytes.count else { return false }
        return (0...text.count - bytes.count).contains { Self.lower(text[$0]) == first && matches(text, at: $0) }
    }

    private func matches(_ text: [UInt8], at start: Int) -> Bool {
        bytes.indices.allSatisfy { Self.lower(text[start + $0]) == bytes[$0] }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
