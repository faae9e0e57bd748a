/// Where the files of modules stand in an archive, below its one folder.
struct PackageLayout: Sendable {
    let platform: Platform

    static let frameworks = "mPaaS/Frameworks"
    static let resources = "mPaaS/Resources"
    static let libraries = "libs"

    /// Artifacts of Android and Harmony are archives that tools take as they are.
    var unpacks: Bool { platform == .ios }

    /// The whole artifact of a module, where it is not unpacked.
    func place(of module: ManifestModule) -> String {
        "\(Self.libraries)/\(module.name)-\(module.version).\(module.kind.rawValue)"
    }

    /// A file of an artifact; nil for what a Mac's own tools leave in archives.
    func place(_ path: String, of module: String) -> String? {
        let parts = path.split(separator: "/")
        if parts.contains("__MACOSX") || parts.last == ".DS_Store" { return nil }
        if let start = parts.firstIndex(where: Self.isFramework) { return "\(Self.frameworks)/\(parts[start...].joined(separator: "/"))" }
        if let start = parts.firstIndex(where: Self.isBundle) { return "\(Self.resources)/\(parts[start...].joined(separator: "/"))" }
        return "mPaaS/Modules/\(module)/\(path)"
    }

    /// The framework that a file of an artifact belongs to.
    static func framework(_ path: String) -> String? {
        path.split(separator: "/").first(where: isFramework).map(String.init)
    }

    private static func isFramework(_ part: Substring) -> Bool {
        part.hasSuffix(".framework") || part.hasSuffix(".xcframework")
    }

    private static func isBundle(_ part: Substring) -> Bool {
        part.hasSuffix(".bundle")
    }

    /// Resources inside of frameworks, which a project needs beside them: a static framework is not there when the app runs. By name the path of
    /// one of them; of an xcframework's the first that is for phones.
    static func innerResources(_ artifact: ModuleArtifact) -> [String: String] {
        var found: [String: String] = [:]
        for path in artifact.resources.sorted() {
            let parts = path.split(separator: "/")
            guard let name = parts.last, isBundle(name), parts.dropLast().contains(where: isFramework) else { continue }
            let isForPhones = !parts.contains { $0.contains("simulator") || $0.contains("maccatalyst") }
            if found[String(name)] == nil || isForPhones && found[String(name)]!.contains("simulator") { found[String(name)] = path }
        }
        return found
    }
}
