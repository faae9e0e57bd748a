/// An app for Apple's systems as it is shipped: `Payload/<name>.app` in a zip archive.
public struct IPA {
    /// `Payload/Demo.app/`.
    public let folder: String
    /// Its `Info.plist`.
    public let info: PlistValue
    private let files: PackageFiles

    /// - Throws: `PackageError` when the archive holds no app, or one that does not say who it is.
    public init(_ archive: ZipReader) throws(PackageError) {
        let files = PackageFiles(archive)
        let folder = try Self.folder(files)
        let path = folder + "Info.plist"
        let bytes = try files.read(path, upTo: Self.mostInfo)
        info = try files.parse(path) { () throws(FormatError) in try Plist.read(bytes) }
        self.files = files
        self.folder = folder
        for key in ["CFBundleIdentifier", "CFBundleVersion"] where (info[key]?.text ?? "").isEmpty { throw .silent(path, about: key) }
    }

    private static let mostInfo = 4 << 20

    /// Of the one app that has an `Info.plist`; extensions and apps for watches are in folders of it.
    private static func folder(_ files: PackageFiles) throws(PackageError) -> String {
        let apps = files.paths.filter { path in
            let parts = path.split(separator: "/")
            return parts.count == 3 && parts[0] == "Payload" && parts[1].hasSuffix(".app") && parts[2] == "Info.plist"
        }
        guard let first = apps.first else { throw .missing("Payload/….app/Info.plist") }
        if apps.count > 1 { throw .several(first, apps[1]) }
        return String(first.dropLast("Info.plist".count))
    }

    /// What is asked of users: `NS…UsageDescription`, with the sentences that they read.
    public var usages: [(key: String, reason: String)] {
        info.members.compactMap { key, value in
            key.hasSuffix("UsageDescription") ? value.string.map { (key, $0) } : nil
        }.sorted { $0.0 < $1.0 }
    }

    /// What it runs on, of Apple's numbers of `UIDeviceFamily`.
    public var families: [String] {
        let numbers = info["UIDeviceFamily"].map { $0.items.isEmpty ? [$0] : $0.items } ?? []
        return numbers.compactMap { $0.text.flatMap { Self.families[$0] } }
    }

    private static let families = ["1": "iphone", "2": "ipad", "3": "appletv", "4": "watch", "6": "mac", "7": "vision"]

    /// The signed message with the profile; nil for an app that has none, as those from Apple's store.
    public func profile() throws(PackageError) -> [UInt8]? {
        try files.find(profilePath, upTo: 4 << 20)
    }

    public var profilePath: String { folder + "embedded.mobileprovision" }

    /// Of the program itself.
    public func architectures() throws(PackageError) -> [String] {
        guard let name = info["CFBundleExecutable"]?.string, let head = try files.head(folder + name, MachO.headBytes) else { return [] }
        return try files.parse(folder + name) { () throws(FormatError) in try MachO.architectures(head: head) }
    }

    /// Its icon in the sizes there are, by path.
    public var icons: [String] {
        let icons = IPAIcons(info: info, folder: folder)
        return files.paths.filter { icons.names($0) }
    }

    public func icon(_ path: String, upTo limit: Int) throws(PackageError) -> [UInt8] {
        try files.read(path, upTo: limit)
    }
}
