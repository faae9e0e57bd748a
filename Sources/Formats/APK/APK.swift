/// An app for Android as it is installed.
public struct APK {
    public let facts: APKFacts
    /// Whether its resources could not be read: the label and the icon are then missing.
    public let lacksResources: Bool
    private let files: PackageFiles

    public static let manifestPath = "AndroidManifest.xml"
    public static let resourcesPath = "resources.arsc"

    /// - Throws: `PackageError` when the archive holds no app, or one that does not say who it is.
    public init(_ archive: ZipReader) throws(PackageError) {
        let files = PackageFiles(archive)
        let bytes = try files.read(Self.manifestPath, upTo: Self.mostManifest)
        let elements = try files.parse(Self.manifestPath) { () throws(FormatError) in try APKXML.elements(bytes) }
        let table = try files.find(Self.resourcesPath, upTo: Self.mostResources)
        let resources = table.flatMap { try? APKResourceTable($0) }
        let withTexts = resources.flatMap { try? APKFacts(elements, $0) }
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

    private static let mostManifest = 4 << 20
    private static let mostResources = 64 << 20

    /// Processors that it has machine code for: the folders of `lib`.
    public var architectures: [String] { files.architectures(in: "lib") }

    public func icon(_ path: String, upTo limit: Int) throws(PackageError) -> [UInt8]? {
        try files.find(path, upTo: limit)
    }

    public func signing() throws(PackageError) -> APKSigning {
        let footer = try files.beforeDirectory(APKSigning.footerBytes)
        let name = "APK Signing Block"
        guard let size = try files.parse(name, { () throws(FormatError) in try APKSigning.size(footer: footer) }) else { return APKSigning() }
        let block = try files.beforeDirectory(size)
        return try files.parse(name) { () throws(FormatError) in try APKSigning(block: block) }
    }

    /// Signed messages of scheme 1, that of Java's archives: `META-INF/X.RSA` beside an `X.SF`.
    public func oldSignatures() throws(PackageError) -> [(path: String, message: [UInt8])] {
        try files.javaSignatures()
    }
}

extension PackageFiles {
    /// Names of the folders in which there are libraries.
    func architectures(in folder: String) -> [String] {
        var names: Set<String> = []
        for path in paths where path.hasPrefix(folder + "/") && path.hasSuffix(".so") {
            let parts = path.dropFirst(folder.count + 1).split(separator: "/")
            if parts.count == 2 { names.insert(String(parts[0])) }
        }
        return names.sorted()
    }

    func javaSignatures() throws(PackageError) -> [(path: String, message: [UInt8])] {
        var signatures: [(String, [UInt8])] = []
        for path in paths where path.hasPrefix("META-INF/") {
            guard let suffix = [".RSA", ".DSA", ".EC"].first(where: path.hasSuffix), has(path.dropLast(suffix.count) + ".SF") else { continue }
            guard signatures.count < 10 else { throw .several(signatures[0].0, path) }
            signatures.append((path, try read(path, upTo: 1 << 20)))
        }
        return signatures
    }
}
