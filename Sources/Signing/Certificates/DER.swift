/// One element of the distinguished encoding rules (X.690): a tag and its content. Read here because it is little and holds no pointer;
/// what OpenSSL has a function for is left to OpenSSL.
struct DER {
    /// The whole first byte: class, form and number. Numbers above 30 are of no use here.
    let tag: UInt8
    let content: ArraySlice<UInt8>
}

extension DER {
    static let integer: UInt8 = 0x02
    static let octets: UInt8 = 0x04
    static let object: UInt8 = 0x06
    static let utf8: UInt8 = 0x0C
    static let sequence: UInt8 = 0x30

    /// The elements that fill `bytes`, one behind the other.
    ///
    /// - Returns: nil when they do not fill it exactly, when one has an indefinite length, or when there are more than `limit`.
    static func all(in bytes: ArraySlice<UInt8>, upTo limit: Int = 256) -> [DER]? {
        var rest = bytes
        var found: [DER] = []
        while !rest.isEmpty {
            guard found.count < limit, let element = take(from: &rest) else { return nil }
            found.append(element)
        }
        return found
    }

    /// The only element of `bytes`.
    static func one(in bytes: ArraySlice<UInt8>) -> DER? {
        all(in: bytes, upTo: 1)?.first
    }

    private static func take(from rest: inout ArraySlice<UInt8>) -> DER? {
        guard let tag = rest.popFirst(), tag & 31 != 31, let length = length(from: &rest), length <= rest.count else { return nil }
        let content = rest.prefix(length)
        rest = rest.dropFirst(length)
        return DER(tag: tag, content: content)
    }

    private static func length(from rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first >= 0x80 else { return Int(first) }
        let size = Int(first & 0x7F)
        guard (1...4).contains(size), rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The elements inside a sequence or a set.
    var children: [DER]? { Self.all(in: content) }

    /// A whole number that is not negative and has at most 32 bits.
    var number: Int? {
        guard tag == Self.integer, let first = content.first, first < 0x80 else { return nil }
        let digits = content.drop { $0 == 0 }
        return digits.count <= 4 ? digits.reduce(0) { $0 << 8 | Int($1) } : nil
    }

    /// Text of a string type; nil for others and for what is no UTF-8.
    var text: String? {
        // UTF8String, PrintableString, IA5String.
        guard [Self.utf8, 0x13, 0x16].contains(tag) else { return nil }
        return String(validating: content, as: UTF8.self)
    }

    /// Tag, length and content.
    static func write(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length = [UInt8(truncatingIfNeeded: content.count)]
        if content.count > 0x7F {
            var digits: [UInt8] = []
            var rest = content.count
            while rest > 0 {
                digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            length = [0x80 | UInt8(digits.count)] + digits
        }
        return [tag] + length + content
    }
}
