import Foundation
import Web

/// What a patch does, as its author wrote it: text, bounded, and shown but never run here.
public enum HotpatchScript {
    /// The text of a script.
    ///
    /// - Parameter field: of the form, beside which a refusal is said.
    /// - Throws: `invalid` for what is empty, too large, not UTF-8, or has characters that no text has.
    static func read(_ bytes: [UInt8], field: String = "script") throws -> String {
        guard !bytes.isEmpty, bytes.contains(where: { !space.contains($0) }) else { throw Problem.invalid(field, "hotpatch.scripts.empty") }
        guard bytes.count <= HotpatchPackageLimits.script else {
            throw Problem.invalid(field, "hotpatch.scripts.large", ["limit": "\(HotpatchPackageLimits.script >> 20)"])
        }
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(where: isControl) else {
            throw Problem.invalid(field, "hotpatch.scripts.binary")
        }
        return text
    }

    private static let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D]

    /// Also the first byte of compiled Lua (ESC), which no parser looks at before it runs.
    private static func isControl(_ byte: UInt8) -> Bool {
        (byte < 0x20 && !space.contains(byte)) || byte == 0x7F
    }

    /// The lines of a script with what each part of them is, for the eye. No more than ``HotpatchScriptLimits`` says.
    public static func highlight(_ script: [UInt8], _ language: HotpatchLanguage) -> [HotpatchScriptLine] {
        var tokens = HotpatchScriptTokens(language)
        let lines = HotpatchScriptLines.of(script)
        return lines.prefix(HotpatchScriptLimits.shownLines).enumerated().map { index, line in
            HotpatchScriptLine(number: index + 1, pieces: tokens.pieces(of: line))
        }
    }

    /// Lines that ``highlight(_:_:)`` leaves out.
    static func hiddenLines(_ script: [UInt8]) -> Int {
        max(0, HotpatchScriptLines.of(script).count - HotpatchScriptLimits.shownLines)
    }
}

enum HotpatchScriptLimits {
    /// Lines that a page shows.
    static let shownLines = 2_000
    /// Bytes of a line that a page shows: scripts may have been made by a packer that knows no lines.
    static let shownLine = 500
    /// Bytes of a line that are looked at for what they are.
    static let readLine = 8 << 10
    /// Lines of each of two scripts that are compared.
    static let comparedLines = 20_000
    /// Lines that may be in one of them only.
    static let differences = 1_000
    /// Lines that a comparison shows.
    static let shownDifferences = 2_000
}

/// One line of a script.
public struct HotpatchScriptLine: Codable, Sendable, Equatable {
    /// From 1.
    public let number: Int
    public let pieces: [HotpatchScriptPiece]
}

/// A part of a line that is one kind of thing.
public struct HotpatchScriptPiece: Codable, Sendable, Equatable {
    public let kind: Kind
    public let text: String

    /// The raw value ends the name of its class on pages, `code-…`.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        case plain, keyword, string, comment, number
        /// What is not shown of a long line.
        case cut
    }
}

enum HotpatchScriptLines {
    /// Lines without their ends; an end at the end begins no other.
    static func of(_ script: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = script.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0.last == 0x0D ? $0.dropLast() : $0 }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// As much of a line as a page shows, without half a character at its end.
    static func beginning(of bytes: some BidirectionalCollection<UInt8>, upTo limit: Int) -> String {
        guard bytes.count > limit else { return String(decoding: bytes, as: UTF8.self) }
        var end = bytes.index(bytes.startIndex, offsetBy: limit)
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
