extension Retrace {
    /// A message with the names of classes and methods in it as they were: what stands between other characters and has a dot, such as
    /// `a.b.c` or `a.b.c.d()`. A word without one may be a class too, but more often it is a word.
    /// - Parameter text: of which 64 KB are looked at.
    public func message(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let (head, rest) = (bytes.prefix(Self.longestMessage), bytes.dropFirst(Self.longestMessage))
        var (output, name, names, work) = ([UInt8](), [UInt8](), 0, RetraceWork())
        for byte in head {
            if Self.isOfName(byte) {
                name.append(byte)
                continue
            }
            output += names < Self.mostNames ? spelled(name, isCalled: byte == UInt8(ascii: "("), &work) : name
            if name.contains(UInt8(ascii: ".")) { names += 1 }
            name = []
            output.append(byte)
        }
        output += spelled(name, isCalled: false, &work) + rest
        return String(decoding: output, as: UTF8.self)
    }

    private static let longestMessage = 64 << 10
    private static let mostNames = 1_000

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."): true
        default: byte >= 0x80
        }
    }

    private func spelled(_ bytes: [UInt8], isCalled: Bool, _ work: inout RetraceWork) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: ".")), bytes.count <= 1_000 else { return bytes }
        // The end of a sentence is no part of the name.
        let end = bytes.reversed().prefix { $0 == UInt8(ascii: ".") }.count
        let name = String(decoding: bytes.dropLast(end), as: UTF8.self)
        guard let found = isCalled && end == 0 ? called(name, &work) : className(name) else { return bytes }
        return Array(found.utf8) + bytes.suffix(end)
    }

    private func called(_ name: String, _ work: inout RetraceWork) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let (type, method) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
        if let found = self.method(type, method, &work) { return "\(found.className).\(found.method)" }
        return className(type).map { "\($0).\(method)" }
    }
}
