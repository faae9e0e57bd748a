import Foundation

/// Fields of a form or a query string, in the order they came; a name may come several times.
public struct Form: Sendable {
    /// Names and values, decoded.
    public private(set) var fields: [(name: String, value: String)] = []

    public init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields
    }

    /// Reads `application/x-www-form-urlencoded`.
    /// - Throws: `malformed` for broken escapes, U+0000, or more than 1,000 fields.
    public init(encoded text: some StringProtocol) throws {
        let pairs = Array(text.utf8).split(separator: UInt8(ascii: "&"))
        guard pairs.count <= 1_000 else { throw Problem(.malformed, "web.form.malformed") }
        fields = try pairs.map { pair in
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (try Self.decode(halves[0]), halves.count > 1 ? try Self.decode(halves[1]) : "")
        }
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) throws -> String {
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        // SQLite's texts end at U+0000: what is stored would not be what was checked.
        guard let decoded = String(decoding: spaced, as: UTF8.self).removingPercentEncoding, !decoded.utf8.contains(0) else {
            throw Problem(.malformed, "web.form.malformed")
        }
        return decoded
    }

    /// The last value of a name, as browsers overwrite.
    public subscript(_ name: String) -> String? {
        fields.last { $0.name == name }?.value
    }

    /// Every value of a name, as of checkboxes.
    public func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// The same fields with one set, and those that are empty left out; for links that change one filter.
    public func setting(_ name: String, _ value: String?) -> Form {
        Form(fields.filter { $0.name != name && !$0.value.isEmpty } + (value.map { [(name, $0)] } ?? []))
    }

    /// `a=1&b=2`
    public var encoded: String {
        fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
