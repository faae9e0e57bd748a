/// A patch that is to be run: its package was signed with a key the app trusts, and unpacked.
public struct HotpatchScript: Sendable, Hashable {
    /// What `source` is written in.
    public enum Language: String, Sendable, Codable {
        case lua
        case javascript
    }

    /// Names the patch in reports and log lines.
    public let version: String
    /// `nil` in packages of format 1, which do not say.
    public let language: Language?
    /// As it was uploaded to the console.
    public let source: [UInt8]

    /// For previews and tests of an app; real ones come from ``Hotpatches``.
    public init(version: String, language: Language?, source: [UInt8]) {
        self.version = version
        self.language = language
        self.source = source
    }

    /// `source` as UTF-8, with U+FFFD for what is none.
    public var text: String { String(decoding: source, as: UTF8.self) }
}
