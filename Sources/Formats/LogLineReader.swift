import Foundation

/// Reads the lines of one upload body (contract, section 4), in one pass and without allocating per line.
///
/// Lines end with LF or CRLF; empty lines are skipped and not counted. A line may be wrapped as a device stores it,
/// `<0|1>_ <length>_<epoch seconds.fraction>_<line>$$`; the wrapper is taken off and its length, which some writers count in
/// characters and some in bytes, is not compared.
public struct LogLineReader: Sendable {
    /// The most lines one upload may have.
    public static let mostLines = 10_000
    /// The longest line in bytes: what the documented client lets one custom line have, 256 KiB.
    public static let longestLine = 256 * 1024

    private let body: [UInt8]

    /// - Parameter body: the upload as the device sent it, decompressed.
    /// - Throws: ``LogBatchError/tooLarge``.
    public init(_ body: [UInt8]) throws(LogBatchError) {
        guard body.count < Int(UInt32.max) else { throw .tooLarge }
        self.body = body
    }

    /// Calls `visit` with every line that is not empty, in order, telling its kind or why it cannot be read.
    ///
    /// The line cannot outlive the call (it is not copyable and only lent). Of a rejected line only ``LogLine/bytes(limit:)`` says something.
    /// - Throws: ``LogBatchError/tooManyLines``, after ``mostLines`` lines were visited.
    public func forEachLine(_ visit: (Result<LogLineKind, LogLineRejection>, borrowing LogLine) -> Void) throws(LogBatchError) {
        let complete = body.withUnsafeBufferPointer { body in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: LogLineFields.capacity) { starts in
                visitLines(of: body, fields: starts, visit)
            }
        }
        guard complete else { throw .tooManyLines }
    }

    /// False when there were more lines than allowed.
    private func visitLines(
        of body: UnsafeBufferPointer<UInt8>,
        fields: UnsafeMutableBufferPointer<UInt32>,
        _ visit: (Result<LogLineKind, LogLineRejection>, borrowing LogLine) -> Void
    ) -> Bool {
        guard let base = body.baseAddress, let starts = fields.baseAddress else { return true }
        var next = 0
        var lines = 0
        while next < body.count {
            let raw = rawLine(in: base, from: next, to: body.count)
            next = raw.next
            guard raw.start < raw.end else { continue }
            guard lines < Self.mostLines else { return false }
            lines += 1
            read(start: raw.start, end: raw.end, in: body, base, starts: starts, visit)
        }
        return true
    }

    private func rawLine(in base: UnsafePointer<UInt8>, from start: Int, to limit: Int) -> (start: Int, end: Int, next: Int) {
        guard let found = memchr(base + start, 0x0A, limit - start) else {
            return (start, trimmed(base, start, limit), limit)
        }
        let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        return (start, trimmed(base, start, end), end + 1)
    }

    /// The end without a carriage return.
    private func trimmed(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
        start < end && base[end - 1] == 0x0D ? end - 1 : end
    }

    private func read(
        start: Int,
        end: Int,
        in body: UnsafeBufferPointer<UInt8>,
        _ base: UnsafePointer<UInt8>,
        starts: UnsafeMutablePointer<UInt32>,
        _ visit: (Result<LogLineKind, LogLineRejection>, borrowing LogLine) -> Void
    ) {
        var fields = LogLineFields(starts)
        let result = split(start: start, end: end, in: base, into: &fields)
        let kind = (try? result.get()) ?? .behaviour
        let line = LogLine(body: body, raw: LogSlice(start, end), starts: starts, fields: fields.count, kind: kind)
        visit(result, line)
    }

    private func split(
        start: Int,
        end: Int,
        in base: UnsafePointer<UInt8>,
        into fields: inout LogLineFields
    ) -> Result<LogLineKind, LogLineRejection> {
        guard end - start <= Self.longestLine else { return .failure(.tooLong) }
        guard let inner = LogLineWrapper.content(of: base, from: start, to: end) else { return .failure(.malformed) }
        let ascii = fields.scan(base, from: inner.start, to: inner.end)
        if !ascii, !isUTF8(base, inner.start, inner.end) { return reject(.invalidUTF8, &fields) }
        guard fields.count > 1 else { return reject(.malformed, &fields) }
        guard let kind = kind(base, inner.start, length: fields.firstLength) else { return reject(.unknownKind, &fields) }
        guard fields.count >= kind.fieldCount else { return reject(.tooFewFields, &fields) }
        return .success(kind)
    }

    private func reject(_ reason: LogLineRejection, _ fields: inout LogLineFields) -> Result<LogLineKind, LogLineRejection> {
        fields.count = 0
        return .failure(reason)
    }

    /// Only lines with bytes above 127 come here, so the copy this makes is rare.
    private func isUTF8(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
        String(validating: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self) != nil
    }

    private func kind(_ base: UnsafePointer<UInt8>, _ start: Int, length: Int) -> LogLineKind? {
        let first = base + start
        if length == 1 { return first[0] == UInt8(ascii: "e") ? .crash : nil }
        guard length == 4, first[0] == UInt8(ascii: "D"), first[1] == UInt8(ascii: "-"), first[3] == UInt8(ascii: "M") else { return nil }
        switch first[2] {
        case UInt8(ascii: "V"): return .behaviour
        case UInt8(ascii: "M"): return .performance
        default: return nil
        }
    }
}
