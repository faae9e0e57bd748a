import Web

/// What an uploaded file is as a module, by the paths in it.
struct ModuleInspection {
    let kind: ModuleArtifactKind
    let files: Int
    let resources: [String]
    let headers: [String]
    let unpackedSize: Int

    /// - Throws: `invalid` for anything but a framework with its bundles, an AAR or a HAR, saying what is expected.
    static func artifact(of contents: FileContents) throws -> ModuleInspection {
        // What the Finder packs beside each file.
        let paths = contents.entries.map(\.path).filter { !$0.hasPrefix("__MACOSX/") && !$0.hasSuffix(".DS_Store") }
        let shape = try shape(of: paths, format: contents.format)
        return ModuleInspection(
            kind: shape.kind,
            files: contents.entries.count,
            resources: shape.resources,
            headers: shape.headers,
            unpackedSize: contents.unpackedSize
        )
    }

    private typealias Shape = (kind: ModuleArtifactKind, resources: [String], headers: [String])

    private static func shape(of paths: [String], format: FileFormat) throws -> Shape {
        let all = Set(paths)
        // DevEco Studio packs as npm does: https://developer.huawei.com/consumer/cn/doc/harmonyos-guides/har-package
        if all.contains("package/oh-package.json5") { return (.har, [], []) }
        guard format == .zip else { throw Problem.invalid("file", "files.module.har", ["entry": "package/oh-package.json5"]) }
        if all.contains("AndroidManifest.xml") {
            guard all.contains("classes.jar") else { throw Problem.invalid("file", "files.module.aar", ["entry": "classes.jar"]) }
            return (.aar, [], [])
        }
        return try framework(paths, all)
    }

    /// One framework at the top, with bundles and single files (a licence) beside it.
    private static func framework(_ paths: [String], _ all: Set<String>) throws -> Shape {
        let folders = Set(paths.filter { $0.contains("/") }.map { String($0.prefix { $0 != "/" }) })
        let frameworks = folders.filter { $0.hasSuffix(".framework") || $0.hasSuffix(".xcframework") }.sorted()
        guard let framework = frameworks.first else { throw Problem.invalid("file", "files.module.unknown") }
        if frameworks.count > 1 { throw Problem.invalid("file", "files.module.several", ["entry": frameworks.joined(separator: ", ")]) }
        if let other = folders.filter({ $0 != framework && !$0.hasSuffix(".bundle") }).min() {
            throw Problem.invalid("file", "files.module.stray", ["entry": other + "/"])
        }
        return framework.hasSuffix(".xcframework") ? try manySlices(framework, paths, all) : try oneSlice(framework, paths, all)
    }

    private static func oneSlice(_ framework: String, _ paths: [String], _ all: Set<String>) throws -> Shape {
        let binary = "\(framework)/\(framework.dropLast(".framework".count))"
        guard all.contains(binary) else { throw Problem.invalid("file", "files.module.missing", ["entry": binary]) }
        return (.framework, bundles(in: paths), headers(in: paths, of: framework + "/"))
    }

    /// Its slices hold the same for different processors: one of them speaks for all.
    private static func manySlices(_ framework: String, _ paths: [String], _ all: Set<String>) throws -> Shape {
        let plist = "\(framework)/Info.plist"
        guard all.contains(plist) else { throw Problem.invalid("file", "files.module.missing", ["entry": plist]) }
        let inside = paths.filter { $0.hasPrefix(framework + "/") && $0 != plist }
        let slices = Set(inside.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) }).sorted()
        // `ios-arm64` before `ios-arm64_x86_64-simulator`.
        guard let slice = slices.first(where: { !$0.contains("-simulator") && !$0.contains("-maccatalyst") }) ?? slices.first else {
            throw Problem.invalid("file", "files.module.missing", ["entry": "\(framework)/ios-arm64/"])
        }
        let chosen = "\(framework)/\(slice)/"
        let seen = paths.filter { !$0.hasPrefix(framework + "/") || $0.hasPrefix(chosen) }
        return (.xcframework, bundles(in: seen), headers(in: seen, of: chosen))
    }

    /// The outermost ones.
    private static func bundles(in paths: [String]) -> [String] {
        let bundles = paths.compactMap { path -> String? in
            let parts = path.split(separator: "/")
            guard let last = parts.dropLast().firstIndex(where: { $0.hasSuffix(".bundle") }) else { return nil }
            return parts[...last].joined(separator: "/")
        }
        return Set(bundles).sorted()
    }

    private static func headers(in paths: [String], of place: String) -> [String] {
        paths.filter { $0.hasPrefix(place) && $0.hasSuffix(".h") && $0.split(separator: "/").dropLast().contains("Headers") }.sorted()
    }
}
