import Hummingbird
import NIOCore

/// Reads `multipart/form-data` (RFC 7578, in the form of RFC 2046, section 5.1) part by part while it arrives, in whatever pieces.
///
/// A part is read to its end before the next one begins; what nobody reads of it is passed over. No part is held in memory.
final class MultipartReader {
    private let body: UploadBody
    private let limits: MultipartLimits
    /// CRLF, two hyphens and the boundary.
    private let delimiter: [UInt8]
    private var buffer = ByteBuffer(string: "\r\n")
    private var place = Place.preamble
    private var parts = 0

    private enum Place {
        case preamble, part, betweenParts, end
    }

    /// - Throws: `malformed` when the head names no boundary.
    init(_ request: Request, _ body: UploadBody, _ limits: MultipartLimits = MultipartLimits()) throws {
        guard let boundary = MultipartHeader.boundary(request.headers[.contentType] ?? "") else { throw Self.malformed }
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.body = body
        self.limits = limits
    }

    static let malformed = Problem(.malformed, "web.form.malformed")

    /// The next part's head; nil behind the last one.
    func next() async throws -> MultipartHeader? {
        try await passOver()
        guard place == .betweenParts, try await !isLast() else { return nil }
        parts += 1
        guard parts <= limits.parts else { throw Self.malformed }
        let header = try await readHeader()
        place = .part
        return header
    }

    /// The present part's bytes as they come; nil at its end.
    func piece() async throws -> ByteBuffer? {
        while place == .part || place == .preamble {
            switch find() {
            case .at(0):
                buffer.moveReaderIndex(forwardBy: delimiter.count)
                place = .betweenParts
            case .at(let index): return buffer.readSlice(length: index)
            case .none(let settled) where settled > 0: return buffer.readSlice(length: settled)
            case .none: try await fill()
            }
        }
        return nil
    }

    /// Whether the delimiter just passed closes the form. Nothing behind it is read.
    func isLast() async throws -> Bool {
        guard place == .betweenParts else { return place == .end }
        while buffer.readableBytes < 2 { try await fill() }
        guard buffer.readableBytesView.starts(with: "--".utf8) else { return false }
        place = .end
        return true
    }

    private func passOver() async throws {
        var passed = 0
        while let piece = try await piece() {
            passed += piece.readableBytes
            if parts == 0, passed > limits.preamble { throw Self.malformed }
        }
    }

    private enum Found {
        case at(Int)
        /// Not yet; so many bytes cannot be part of it.
        case none(settled: Int)
    }

    /// The first delimiter in the buffer. Each byte is looked at a few times at most: what cannot begin one is given out before more is read.
    private func find() -> Found {
        let bytes = buffer.readableBytesView
        var start = bytes.startIndex
        while let index = bytes[start...].firstIndex(of: delimiter[0]) {
            let rest = bytes[index...]
            if rest.count < delimiter.count {
                if delimiter.starts(with: rest) { return .none(settled: index - bytes.startIndex) }
            } else if rest.starts(with: delimiter) {
                return .at(index - bytes.startIndex)
            }
            start = index + 1
        }
        return .none(settled: bytes.count)
    }

    /// - Throws: `malformed` when nothing more comes: the form lacks its end.
    private func fill() async throws {
        guard var piece = try await body.next() else { throw Self.malformed }
        guard buffer.readableBytes > 0 else {
            buffer = piece
            return
        }
        // Not into the buffer itself, whose bytes may be in use as slices: all of it would be copied.
        var joined = ByteBuffer()
        joined.reserveCapacity(buffer.readableBytes + piece.readableBytes)
        joined.writeBuffer(&buffer)
        joined.writeBuffer(&piece)
        buffer = joined
    }

    // MARK: the head of a part

    private func readHeader() async throws -> MultipartHeader {
        var left = limits.headers
        // The delimiter's own line may end in white space.
        guard try await line(&left).allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else { throw Self.malformed }
        var header = MultipartHeader.Lines()
        while true {
            let line = try await line(&left)
            if line.isEmpty { break }
            try header.add(line)
        }
        return try header.read()
    }

    /// Up to CRLF, which is dropped.
    private func line(_ left: inout Int) async throws -> [UInt8] {
        var line: [UInt8] = []
        while true {
            while buffer.readableBytes == 0 { try await fill() }
            let bytes = buffer.readableBytesView
            let end = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 - bytes.startIndex } ?? bytes.count
            left -= end
            guard left >= 0, let read = buffer.readBytes(length: end) else { throw Self.malformed }
            line += read
            if line.last == UInt8(ascii: "\n") { break }
        }
        guard line.suffix(2) == [UInt8(ascii: "\r"), UInt8(ascii: "\n")] else { throw Self.malformed }
        return line.dropLast(2)
    }
}
