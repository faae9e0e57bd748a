import CZlib

/// Owner of one decompressing `z_stream`; reads any number of gzip members, one after the other, or deflated data without a wrapper.
final class InflateStream {
    /// zlib keeps the address of its stream, so the stream may not move: it is not a stored property.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// Whether the input so far ends with a member, and so could be all of it.
    private(set) var endedMember = false
    private let isRaw: Bool

    /// - Parameters:
    ///   - isRaw: whether there is no wrapper; what follows the end is then not looked at.
    ///   - isZlib: whether the wrapper is zlib's (RFC 1950).
    init(isRaw: Bool = false, isZlib: Bool = false) throws(GzipError) {
        self.isRaw = isRaw
        stream.initialize(to: z_stream())
        let code = inflateInit2_(stream, isRaw ? -MAX_WBITS : isZlib ? MAX_WBITS : MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw .engine(code) }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// All that `input` gives, at most what `expansion` allows.
    ///
    /// - Parameters:
    ///   - guess: the expected size, which sets the first room asked for; a good guess makes one zlib call and no copy.
    ///   - before: the bytes consumed and produced by earlier calls.
    func inflate(_ input: [UInt8], guess: Int, expansion: Expansion, before: (consumed: Int, produced: Int)) throws(GzipError) -> [UInt8] {
        let consumed = before.consumed + input.count
        let allowed = expansion.allowed(after: consumed) - before.produced
        let output = try input.withUnsafeBufferPointer { input throws(GzipError) in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            return try drain(guess: guess, allowed: allowed)
        }
        guard output.count <= allowed else { throw expansion.refusal(after: consumed) }
        return output
    }

    /// Takes output until zlib has no more or one byte more than `allowed` has come: that byte tells "too much" from "just enough".
    private func drain(guess: Int, allowed: Int) throws(GzipError) -> [UInt8] {
        var room = min(guess + Self.slack, allowed + 1)
        var output = [UInt8]()
        while room > 0 {
            try output.append(addingCapacity: room) { span throws(GzipError) in
                try span.withUnsafeMutableBufferPointer { buffer, count throws(GzipError) in
                    count = try fill(buffer)
                }
            }
            guard stream.pointee.avail_out == 0 else { break }
            room = min(max(output.count, Self.slack), allowed + 1 - output.count)
        }
        return output
    }

    /// zlib's fast loop stops 258 bytes before the end of the room it is given; this lets it run to the end of the data.
    private static let slack = 512

    private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(GzipError) -> Int {
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(clamping: buffer.count)
        let offered = Int(stream.pointee.avail_out)
        try step()
        return offered - Int(stream.pointee.avail_out)
    }

    /// Runs zlib until the input or the room is used up.
    ///
    /// `Z_FINISH` promises nothing, it only spares the copy into zlib's window when a member ends in this call.
    private func step() throws(GzipError) {
        repeat {
            if endedMember && isRaw { return }
            if endedMember { try startMember() }
            switch CZlib.inflate(stream, Z_FINISH) {
            case Z_STREAM_END: endedMember = true
            case Z_OK, Z_BUF_ERROR: return
            case Z_MEM_ERROR: throw .engine(Z_MEM_ERROR)
            default: throw .corrupt
            }
        } while stream.pointee.avail_in > 0
    }

    private func startMember() throws(GzipError) {
        guard stream.pointee.avail_in > 0 else { return }
        inflateReset(stream)
        endedMember = false
    }
}
