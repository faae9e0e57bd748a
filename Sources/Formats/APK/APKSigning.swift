/// How an apk is signed, as its signing block says: by schemes 2, 3 and 3.1 (source.android.com, "APK signature scheme v2", "v3"). The signatures
/// are not verified: what counts here is whose they say they are.
public struct APKSigning: Equatable, Sendable {
    /// `v2`, `v3`, `v3.1`; the oldest first.
    public private(set) var schemes: [String] = []
    /// The certificate of each signer, as DER; the newest scheme's first.
    public private(set) var certificates: [[UInt8]] = []

    /// The end of a block: its size, and sixteen letters.
    static let footerBytes = 24
    static let most = 32 << 20

    init() {}

    /// Bytes of the block with the size at its beginning; nil when these 24 bytes are not the end of one.
    /// - Throws: `tooLarge` for more than 32 MB.
    static func size(footer: [UInt8]) throws(FormatError) -> Int? {
        guard footer.count == footerBytes, footer.suffix(16).elementsEqual("APK Sig Block 42".utf8) else { return nil }
        let size = try ByteView(footer).little(0, 8)
        guard size <= most else { throw .tooLarge }
        return size + 8
    }

    /// - Parameter block: all of it.
    public init(block: [UInt8]) throws(FormatError) {
        let bytes = ByteView(block)
        guard block.count >= Self.footerBytes + 8, try bytes.little(0, 8) == block.count - 8,
            try Self.size(footer: block.suffix(Self.footerBytes)) == block.count
        else { throw .malformed }
        var place = 8
        var found: [(scheme: String, signers: ByteView)] = []
        while place < block.count - Self.footerBytes {
            let size = try bytes.little(place, 8)
            guard size >= 4, size <= block.count - Self.footerBytes - place - 8 else { throw .malformed }
            if let scheme = Self.schemes[try bytes.little(place + 8, 4)] { found.append((scheme, try bytes.part(place + 12, size - 4))) }
            place += 8 + size
        }
        found.sort { $0.scheme < $1.scheme }
        schemes = found.map(\.scheme)
        for (_, signers) in found.reversed() { try read(signers) }
    }

    private static let schemes = [0x7109_871A: "v2", 0xF053_68C0: "v3", 0x1B93_AD61: "v3.1"]

    /// Signers, each of which begins with what it signed: digests, and its certificates.
    private mutating func read(_ block: ByteView) throws(FormatError) {
        var parts = APKParts(block)
        var signers = try parts.next()
        while var signer = try signers.nextIfAny() {
            var signed = try signer.next()
            _ = try signed.next()
            var chain = try signed.next()
            let certificate = try chain.next().bytes.array
            if !certificates.contains(certificate) { certificates.append(certificate) }
            guard certificates.count <= Self.mostSigners else { throw .tooLarge }
        }
    }

    /// Android takes ten.
    private static let mostSigners = 30
}

/// Parts that each begin with their length.
private struct APKParts {
    let bytes: ByteView
    private var place = 0

    init(_ bytes: ByteView) {
        self.bytes = bytes
    }

    mutating func next() throws(FormatError) -> APKParts {
        let size = try bytes.little(place, 4)
        let part = try bytes.part(place + 4, size)
        place += 4 + size
        return APKParts(part)
    }

    mutating func nextIfAny() throws(FormatError) -> APKParts? {
        place < bytes.count ? try next() : nil
    }
}
