import Foundation

extension Scrypt {
    /// A stored hash taken apart.
    struct Record {
        let cost: Cost
        let salt: [UInt8]
        let hash: [UInt8]
    }
}

extension Scrypt.Record {
    /// `nil` unless `text` is exactly what ``text`` writes, within bounds: salt of 8 to 64 bytes, hash of 16 to 64.
    init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        let fields = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard fields.count == 5, fields[0].isEmpty, fields[1] == "scrypt" else { return nil }
        guard let cost = Scrypt.Cost(parameters: fields[2]), let salt = Self.decode(fields[3]), let hash = Self.decode(fields[4]) else {
            return nil
        }
        guard (8...64).contains(salt.count), (16...64).contains(hash.count) else { return nil }
        self.init(cost: cost, salt: salt, hash: hash)
    }

    /// Base64 without padding, as PHC asks.
    private static func decode(_ field: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - field.utf8.count % 4) % 4)
        return Data(base64Encoded: field + padding).map(Array.init)
    }

    /// The stored form.
    var text: String {
        "$scrypt$\(cost.parameters)$\(Self.encode(salt))$\(Self.encode(hash))"
    }

    private static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Data(bytes).base64EncodedString().utf8.filter { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    }
}

extension Scrypt.Cost {
    fileprivate var parameters: String {
        "ln=\(ln),r=\(r),p=\(p)"
    }

    /// Reads ``parameters``, in that order only.
    fileprivate init?(parameters text: String) {
        let numbers = text.utf8.split(separator: UInt8(ascii: ",")).map { Int(Substring($0.drop { !(0x30...0x39).contains($0) })) ?? 0 }
        guard numbers.count == 3 else { return nil }
        self.init(ln: numbers[0], r: numbers[1], p: numbers[2])
        guard parameters == text else { return nil }
    }
}
