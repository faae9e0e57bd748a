import Foundation

/// An app for HarmonyOS as it is installed.
public struct HAP {
    public let identifier: String
    public let versionName: String
    public let versionCode: String
    public let label: String
    /// Levels of HarmonyOS's interface; empty when it does not say.
    public let minAPI: String
    public let targetAPI: String?
    public let devices: [String]
    public let permissions: [(name: String, reason: String?)]
    /// Files of the icon: the app's own, or that of the first thing it can do that has one.
    public let icons: [String]
    /// Whether its resources could not be read.
    public let lacksResources: Bool
    private let files: PackageFiles
    private let resources: HAPResources

    public static let modulePath = "module.json"
    public static let configPath = "config.json"
    public static let resourcesPath = "resources.index"
    /// What the signatures before the directory are called.
    public static let signingPath = "hap sign block"

    /// - Throws: `PackageError` when the archive holds no app, or one that does not say who it is.
    public init(_ archive: ZipReader) throws(PackageError) {
        let files = PackageFiles(archive)
        let path = files.has(Self.modulePath) || !files.has(Self.configPath) ? Self.modulePath : Self.configPath
        let document = try files.read(path, upTo: 4 << 20)
        let facts = try files.parse(path) { () throws(FormatError) in try HAPFacts(document, isOld: path == Self.configPath) }
        let index = try files.find(Self.resourcesPath, upTo: 32 << 20)
        let resources = index.flatMap { try? HAPResources($0) }
        lacksResources = index != nil && resources == nil
        (identifier, versionName, versionCode) = (facts.identifier, facts.versionName, String(facts.versionCode))
        (minAPI, targetAPI) = (Self.level(facts.minAPI) ?? "", Self.level(facts.targetAPI))
        devices = facts.devices
        let texts = resources ?? HAPResources()
        label = facts.faces.lazy.compactMap { texts.value($0.labelId, $0.label) }.first { !$0.isEmpty } ?? ""
        permissions = facts.permissions.prefix(1000).map { ($0.name, texts.value($0.reasonId, $0.reason)) }
        icons = facts.faces.lazy.compactMap { texts.value($0.iconId, $0.icon) }.compactMap { Self.path($0, in: files) }.first.map { [$0] } ?? []
        self.files = files
        self.resources = texts
        if identifier.isEmpty { throw .silent(path, about: "bundleName") }
    }

    /// `50000012` is HarmonyOS 5.0.0 with the twelfth level of the interface.
    private static func level(_ number: Int?) -> String? {
        number.map { String($0 > 1000 ? $0 % 1000 : $0) }
    }

    /// The file that a resource names: in the index it begins with the name of the module.
    private static func path(_ named: String, in files: PackageFiles) -> String? {
        [named, named.split(separator: "/").dropFirst().joined(separator: "/")].first { files.has($0) }
    }

    /// Processors that it has machine code for.
    public var architectures: [String] { files.architectures(in: "libs") }

    /// Of two layers, `$media:layered_image`, both put together.
    public func icon(_ path: String, upTo limit: Int) throws(PackageError) -> [UInt8]? {
        guard path.hasSuffix(".json") else { return try files.find(path, upTo: limit) }
        guard let document = try files.find(path, upTo: 64 << 10), let layers = HAPLayers(document) else { return nil }
        guard let foreground = try layer(layers.foreground, upTo: limit) else { return nil }
        return HAPLayers.picture(foreground, over: try layer(layers.background, upTo: limit))
    }

    private func layer(_ name: String?, upTo limit: Int) throws(PackageError) -> [UInt8]? {
        guard let path = resources.value(nil, name).flatMap({ Self.path($0, in: files) }) else { return nil }
        return try files.find(path, upTo: limit)
    }

    public func signing() throws(PackageError) -> HAPSigning? {
        let foot = try files.beforeDirectory(HAPSigning.footerBytes)
        let name = Self.signingPath
        guard let size = try files.parse(name, { () throws(FormatError) in try HAPSigning.size(footer: foot) }) else { return nil }
        let block = try files.beforeDirectory(size)
        return try files.parse(name) { () throws(FormatError) in try HAPSigning(block: block) }
    }
}
