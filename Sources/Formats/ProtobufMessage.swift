/// A message of protocol buffers (protobuf.dev, "Encoding"), walked field by field: nothing is made of it but what is asked for. No message
/// is longer than the one it lies in, so that what a file declares costs nothing.
struct ProtobufMessage {
    private let bytes: ByteView
    private var place = 0

    init(_ bytes: ByteView) {
        self.bytes = bytes
    }

    struct Field {
        let number: Int
        let value: Value
    }

    enum Value {
        case number(UInt64)
        /// Text, bytes, or another message.
        case content(ByteView)
    }

    /// - Returns: nil at the end.
    /// - Throws: `malformed`, also for groups, which are not used any more.
    mutating func next() throws(FormatError) -> Field? {
        guard place < bytes.count else { return nil }
        let key = try varint()
        guard let number = Int(exactly: key >> 3), number > 0 else { throw .malformed }
        switch key & 7 {
        case 0: return Field(number: number, value: .number(try varint()))
        case 1: return Field(number: number, value: .content(try take(8)))
        case 2:
            guard let size = Int(exactly: try varint()) else { throw .malformed }
            return Field(number: number, value: .content(try take(size)))
        case 5: return Field(number: number, value: .content(try take(4)))
        default: throw .malformed
        }
    }

    /// Up to what is none.
    fileprivate func packed() -> [UInt64] {
        var rest = self
        var numbers: [UInt64] = []
        while rest.place < bytes.count, let number = try? rest.varint() { numbers.append(number) }
        return numbers
    }

    private mutating func take(_ size: Int) throws(FormatError) -> ByteView {
        let part = try bytes.part(place, size)
        place += size
        return part
    }

    private mutating func varint() throws(FormatError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = UInt64(try bytes.little(place, 1))
            place += 1
            value |= (byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw .malformed
    }
}

extension ProtobufMessage.Value {
    var text: String? {
        if case .content(let bytes) = self { String(decoding: bytes.array, as: UTF8.self) } else { nil }
    }

    var message: ProtobufMessage? {
        if case .content(let bytes) = self { ProtobufMessage(bytes) } else { nil }
    }

    /// As the 32 bits that most numbers here have.
    var number: Int? {
        if case .number(let number) = self { Int(Int32(truncatingIfNeeded: number)) } else { nil }
    }

    /// All 64 bits.
    var unsigned: UInt64? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The numbers of a repeated field, one by one or packed behind each other.
    var numbers: [UInt64] {
        switch self {
        case .number(let number): [number]
        case .content(let bytes): ProtobufMessage(bytes).packed()
        }
    }
}
