/// The signing block of an app for HarmonyOS (OpenHarmony's `developtools_hapsigner`): signed messages before the archive's directory.
public struct HAPSigning: Equatable, Sendable {
    /// The message that signs the package, with the certificates of who signed it.
    public let signature: [UInt8]
    /// The message that holds the profile.
    public let profile: [UInt8]?

    static let footerBytes = 32
    static let most = 32 << 20

    /// Bytes of the block; nil when these 32 bytes are not the end of one.
    static func size(footer: [UInt8]) throws(FormatError) -> Int? {
        guard footer.count == footerBytes, magics.contains(where: { footer[12..<28].elementsEqual($0.utf8) }) else { return nil }
        let size = try ByteView(footer).little(4, 8)
        guard size <= most else { throw .tooLarge }
        return size
    }

    private static let magics = ["hap sign block42", "<hap sign block>"]

    /// - Parameter block: all of it: a table of kinds, lengths and offsets, then what it names, then how many there are.
    public init(block: [UInt8]) throws(FormatError) {
        let bytes = ByteView(block)
        let count = try bytes.little(block.count - Self.footerBytes, 4)
        guard count <= 100 else { throw .tooLarge }
        var parts: [Int: [UInt8]] = [:]
        for index in 0..<count {
            let (kind, size, offset) = (try bytes.little(index * 12, 4), try bytes.little(index * 12 + 4, 4), try bytes.little(index * 12 + 8, 4))
            if Self.kinds.contains(kind) { parts[kind] = try bytes.part(offset, size).array }
        }
        guard let signature = parts[Self.signatureKind] else { throw .malformed }
        self.signature = signature
        profile = parts[Self.profileKind]
    }

    private static let signatureKind = 0x2000_0000
    private static let profileKind = 0x2000_0002
    private static let kinds = [signatureKind, profileKind]
}
