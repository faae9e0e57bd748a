import Foundation
import Storage
import Web

/// What the commands of agents write while they build, byte by byte in order. Of one request the first ``BuildRequestLimits/log`` bytes are kept.
struct BuildRequestLogs: Sendable {
    let database: Database
    let agents: BuildAgents

    /// Takes the next bytes. The same piece once more changes nothing, so a piece whose answer was lost may be sent again.
    /// - Parameter start: where they belong, counted from the first byte that any attempt wrote.
    /// - Throws: `invalid` when bytes before them are missing; `conflict` when the lease is not the request's any more.
    /// - Returns: how many bytes there are now: where the next piece begins.
    func append(_ bytes: [UInt8], at start: Int, _ key: BuildAgentKey) async throws -> Int {
        try await agents.held(key) { connection, request in
            let size = request.logSize
            guard (0...size).contains(start) else { throw Problem.invalid("offset", "buildRequests.log.gap", ["offset": "\(size)"]) }
            let new = Array(bytes.dropFirst(size - start))
            guard !new.isEmpty else { return size }
            let kept = Array(new.prefix(max(0, BuildRequestLimits.log - size)))
            if !kept.isEmpty { try connection.appendBuildRequestLog(request.id, kept, at: size) }
            try connection.countBuildRequestLog(request.id, kept: kept.count, of: new.count)
            return size + new.count
        }
    }

    /// Some of it.
    /// - Parameter start: of all bytes; what is not kept cannot be read.
    func read(_ request: BuildRequest, from start: Int, upTo limit: Int) async throws -> [UInt8] {
        try await database.read { connection in
            let pieces = try connection.buildRequestLog(request.id, from: start, to: start + limit)
            return pieces.reduce(into: []) { read, piece in
                read += piece.bytes[max(0, start - piece.start)..<min(piece.bytes.count, start + limit - piece.start)]
            }
        }
    }
}

/// A part of a log as it is stored.
struct BuildRequestLogPiece: Sendable {
    /// Of its first byte.
    let start: Int
    let bytes: [UInt8]

    /// Bytes; a smaller one grows by what comes next.
    static let small = 4 << 10
}

/// The end of a log, as a page shows it.
struct BuildRequestLogTail: Codable, Sendable {
    let text: String
    /// There is more in front.
    let isCut: Bool
    /// There was more than is kept.
    let isFull: Bool
    /// It was removed, a while after the request ended.
    let isGone: Bool
    /// Bytes that came.
    let size: Int

    /// Bytes that a page shows; one that follows a build is fetched again each second.
    static let shown = 48 << 10

    /// - Parameter bytes: from some place on to the end of what is kept.
    init(_ bytes: [UInt8], of request: BuildRequest) {
        size = request.logSize
        isFull = size > BuildRequestLimits.log
        let kept = min(size, BuildRequestLimits.log)
        isGone = bytes.isEmpty && size > 0
        isCut = !isGone && bytes.count < kept
        // The first line is not whole; where there is but one, its end is better than nothing.
        let start = isCut ? bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } : nil
        text = BuildRequestLogText.plain(bytes[(start ?? 0)...])
    }
}

/// Output of programs made into text that a page may show.
enum BuildRequestLogText {
    /// Without what steers terminals: colours, cursors, titles. A carriage return begins the line anew, as progress bars do.
    static func plain(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(line)
        return lines.joined(separator: "\n")
    }

    private static func line(_ scalars: String.UnicodeScalarView.SubSequence) -> String {
        var ended = scalars
        while ended.last == "\r" { ended.removeLast() }
        let last = ended.split(separator: "\r", omittingEmptySubsequences: false).last ?? ended
        var plain = String.UnicodeScalarView()
        var rest = last
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" {
                skipSequence(&rest)
            } else if scalar == "\t" || !isHidden(scalar) {
                plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// ECMA-48: CSI is `[`, parameters and one final byte; OSC is `]` and all up to BEL or ESC.
    private static func skipSequence(_ rest: inout String.UnicodeScalarView.SubSequence) {
        switch rest.popFirst() {
        case "[": while let scalar = rest.popFirst(), !("@"..."~").contains(scalar) {}
        case "]": while let scalar = rest.popFirst(), scalar != "\u{07}", scalar != "\u{1B}" {}
        default: return
        }
    }

    /// Controls, and what turns the direction of writing round.
    private static func isHidden(_ scalar: UnicodeScalar) -> Bool {
        scalar.properties.generalCategory == .control || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
