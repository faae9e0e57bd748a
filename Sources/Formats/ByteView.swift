/// Bytes from outside, asked for by offset: every question is checked, so that what a file says of itself cannot lead out of it.
struct ByteView {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    var count: Int { bytes.count }
    var array: [UInt8] { Array(bytes) }

    /// A number of up to eight bytes, the lowest first.
    /// - Throws: `malformed` outside the bytes, and for one that an `Int` does not hold.
    func little(_ offset: Int, _ size: Int) throws(FormatError) -> Int {
        let places = try places(offset, size)
        var value: UInt64 = 0
        for place in places.reversed() { value = value << 8 | UInt64(bytes[place]) }
        guard let number = Int(exactly: value) else { throw .malformed }
        return number
    }

    /// A number of up to eight bytes, the highest first.
    /// - Throws: as `little`.
    func big(_ offset: Int, _ size: Int) throws(FormatError) -> Int {
        let places = try places(offset, size)
        var value: UInt64 = 0
        for place in places { value = value << 8 | UInt64(bytes[place]) }
        guard let number = Int(exactly: value) else { throw .malformed }
        return number
    }

    func part(_ offset: Int, _ size: Int) throws(FormatError) -> ByteView {
        ByteView(bytes[try places(offset, size)])
    }

    func from(_ offset: Int) throws(FormatError) -> ByteView {
        try part(offset, count - offset)
    }

    /// Where they are in the slice. Subtracted, as a sum of what is declared could overflow.
    private func places(_ offset: Int, _ size: Int) throws(FormatError) -> Range<Int> {
        guard offset >= 0, size >= 0, offset <= bytes.count, size <= bytes.count - offset else { throw .malformed }
        return (bytes.startIndex + offset)..<(bytes.startIndex + offset + size)
    }
}
