import Web

/// A file that was brought.
struct CertificateFile: Sendable {
    /// The field of the form, or the one that held the archive.
    let field: String
    /// For people: `mpaas.zip: dist.p12` for one within an archive.
    let name: String
    let bytes: [UInt8]
    let kind: Kind

    /// By what is in it: names lie.
    enum Kind: Sendable {
        case zip, p12, text, signed, unknown
    }

    init(field: String, name: String, bytes: [UInt8]) {
        self.field = field
        self.name = name.isEmpty ? field : name
        self.bytes = bytes
        kind = Self.kind(bytes)
    }

    init(_ file: SmallFile) {
        self.init(field: file.field, name: file.name, bytes: file.bytes)
    }

    private static func kind(_ bytes: [UInt8]) -> Kind {
        if bytes.starts(with: "PK\u{3}\u{4}".utf8) { return .zip }
        // A sequence: a `.p12` begins with its version, a number; a signed message with an identifier.
        if bytes.count > 4, bytes[0] == 0x30 {
            let length = bytes[1] < 0x81 ? 0 : Int(bytes[1] & 0x7F)
            let first = bytes.dropFirst(2 + length).first
            return first == 0x02 ? .p12 : first == 0x06 ? .signed : .unknown
        }
        return String(validating: bytes.prefix(4_096), as: UTF8.self)?.contains("-----BEGIN ") == true ? .text : .unknown
    }

    /// A sentence about it, beside its field.
    func refused(_ word: String, _ arguments: [String: String] = [:]) -> Problem {
        .invalid(field, "certificates.file.\(word)", arguments.merging(["file": name]) { $1 })
    }

    /// Refuses one that is not what its name says.
    func unread(instead word: String) -> Problem {
        let name = name.lowercased()
        if kind == .unknown, name.hasSuffix(".mobileprovision") || name.hasSuffix(".provisionprofile") { return refused("notSigned") }
        if kind != .signed, name.hasSuffix(".p12") || name.hasSuffix(".pfx") { return refused("damaged") }
        if kind == .unknown, name.hasSuffix(".p8") { return refused("notAKey") }
        return refused(word)
    }

    /// The last part of its name.
    var shortName: String { String(name.split(whereSeparator: { $0 == "/" || $0 == " " }).last ?? "") }
}
