import NIOCore

/// Takes answers out of a stream of bytes: as much of HTTP/1.1 as a console sends to devices.
struct SimulatorReader {
    enum Fault: Error, Equatable {
        case head
        /// Neither `Content-Length` nor a status without a body.
        case length
        case tooLarge
    }

    private var buffer = ByteBuffer()
    private var head: (answer: SimulatorAnswer, length: Int)?

    /// Bytes of a head and of a body.
    static let headLimit = 16 << 10
    static let bodyLimit = 32 << 20

    mutating func feed(_ piece: inout ByteBuffer) {
        if buffer.readableBytes == 0 {
            buffer = piece
        } else {
            buffer.discardReadBytes()
            buffer.writeBuffer(&piece)
        }
    }

    /// The next whole answer; `nil` when more bytes are needed.
    mutating func next() throws(Fault) -> SimulatorAnswer? {
        if head == nil { head = try readHead() }
        guard var (answer, length) = head else { return nil }
        guard let body = buffer.readBytes(length: length) else { return nil }
        head = nil
        length = 0
        answer.body = body
        return answer
    }

    private mutating func readHead() throws(Fault) -> (SimulatorAnswer, Int)? {
        let view = buffer.readableBytesView
        guard let end = Self.end(of: view) else {
            if view.count > Self.headLimit { throw .head }
            return nil
        }
        var (answer, length, isFirst) = (SimulatorAnswer(), Int?.none, true)
        var at = view.startIndex
        while at < end {
            let line = view[at..<(view[at..<end].firstIndex(of: Self.lineFeed) ?? end)]
            at = line.endIndex + 1
            if isFirst {
                answer.status = try Self.status(line)
                isFirst = false
            } else if Self.isNamed(line, Self.contentLength) {
                length = Self.number(line.dropFirst(Self.contentLength.count))
            } else if Self.isNamed(line, Self.resultStatus) {
                answer.code = Self.number(line.dropFirst(Self.resultStatus.count))
            }
        }
        if answer.status == 204 || answer.status == 304 { length = 0 }
        guard let length else { throw .length }
        guard length <= Self.bodyLimit else { throw .tooLarge }
        buffer.moveReaderIndex(to: end + 4)
        return (answer, length)
    }

    private static let contentLength = Array("content-length:".utf8)
    private static let resultStatus = Array("result-status:".utf8)
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")

    /// Where the empty line begins.
    private static func end(of view: ByteBufferView) -> Int? {
        var at = view.startIndex
        while let feed = view[at...].firstIndex(of: lineFeed) {
            if feed + 2 < view.endIndex, view[feed + 1] == carriageReturn, view[feed + 2] == lineFeed { return feed - 1 }
            at = feed + 1
        }
        return nil
    }

    private static func status(_ line: ByteBufferView) throws(Fault) -> Int {
        guard line.starts(with: "HTTP/1.1 ".utf8), line.count >= 12 else { throw .head }
        return number(line.dropFirst(9).prefix(3))
    }

    private static func isNamed(_ line: ByteBufferView, _ name: [UInt8]) -> Bool {
        guard line.count > name.count, line[line.startIndex] | 0x20 == name[0] else { return false }
        return zip(line, name).allSatisfy { $0 == $1 || ($0 | 0x20 == $1 && (0x41...0x5A).contains($0)) }
    }

    private static func number(_ bytes: ByteBufferView) -> Int {
        bytes.reduce(0) { number, byte in (0x30...0x39).contains(byte) && number < 1 << 40 ? number * 10 + Int(byte - 0x30) : number }
    }
}
