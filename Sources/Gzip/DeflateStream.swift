import CZlib

/// Owner of one compressing `z_stream` that writes one gzip member.
final class DeflateStream {
    /// zlib keeps the address of its stream, so the stream may not move: it is not a stored property.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// 15 + 16 is a 32 KB window in a gzip wrapper; 8 is zlib's default for its internal memory.
    init(level: Int32) throws(GzipError) {
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let code = deflateInit2_(stream, level, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        guard code == Z_OK else { throw .engine(code) }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The whole member for `input`, made in one zlib call. At most `Gzip.inputLimit` bytes.
    func whole(_ input: [UInt8]) -> [UInt8] {
        let bound = Int(deflateBound(stream, UInt(input.count)))
        return run(input, flush: Z_FINISH, room: bound)
    }

    /// What zlib gives for `input` and `flush` (`Z_NO_FLUSH`, `Z_SYNC_FLUSH` or `Z_FINISH`).
    ///
    /// - Parameter room: the size of the first piece of output asked for.
    func run(_ input: [UInt8], flush: Int32, room: Int) -> [UInt8] {
        input.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            return drain(flush: flush, room: room)
        }
    }

    /// zlib is done when it leaves room; a call that just filled the room may have more to give.
    private func drain(flush: Int32, room: Int) -> [UInt8] {
        var output = [UInt8]()
        repeat {
            output.append(addingCapacity: max(room, output.count)) { span in
                span.withUnsafeMutableBufferPointer { buffer, count in count = fill(buffer, flush: flush) }
            }
        } while stream.pointee.avail_out == 0
        return output
    }

    private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>, flush: Int32) -> Int {
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(clamping: buffer.count)
        let offered = Int(stream.pointee.avail_out)
        deflate(stream, flush)
        return offered - Int(stream.pointee.avail_out)
    }
}
