/// A bundle, of which Google's store makes the apks that devices install.
public struct AAB {
    public let facts: APKFacts
    /// Whether its resources could not be read: the label and the icon are then missing.
    public let lacksResources: Bool
    private let files: PackageFiles

    public static let manifestPath = "base/manifest/AndroidManifest.xml"
    public static let resourcesPath = "base/resources.pb"

    /// - Throws: `PackageError` when the archive holds no app, or one that does not say who it is.
    public init(_ archive: ZipReader) throws(PackageError) {
        let files = PackageFiles(archive)
        let bytes = try files.read(Self.manifestPath, upTo: 4 << 20)
        let elements = try files.parse(Self.manifestPath) { () throws(FormatError) in try AABXML.elements(bytes) }
        let table = try files.find(Self.resourcesPath, upTo: 64 << 20).map { AABResources($0) }
        let withTexts = table.flatMap { try? APKFacts(elements, $0) }
        lacksResources = table != nil && withTexts == nil
        if let withTexts {
            facts = withTexts
        } else {
            facts = try files.parse(Self.manifestPath) { () throws(FormatError) in try APKFacts(elements, APKNoResources()) }
        }
        self.files = files
        if facts.identifier.isEmpty { throw .silent(Self.manifestPath, about: "package") }
        if facts.versionCode.isEmpty { throw .silent(Self.manifestPath, about: "android:versionCode") }
    }

    public var architectures: [String] { files.architectures(in: "base/lib") }

    public func icon(_ path: String, upTo limit: Int) throws(PackageError) -> [UInt8]? {
        try files.find("base/" + path, upTo: limit)
    }

    /// As of an apk; bundles are signed in no other way.
    public func oldSignatures() throws(PackageError) -> [(path: String, message: [UInt8])] {
        try files.javaSignatures()
    }
}
