/// What package managers and build tools of a platform read of an archive.
struct PackageProjectFiles {
    let contents: PackageContents
    /// By module, by name.
    let frameworks: [String: [String]]

    private var manifest: PackageManifest { contents.manifest }

    var all: [PackageFile] {
        switch manifest.platform {
        case .ios:
            [
                PackageFile(name: "mPaaS.podspec", text: podspec.text),
                PackageFile(name: "Podfile.snippet", text: podspec.podfile(root: contents.root)),
                PackageFile(name: "Package.swift", text: swiftPackage.text),
                PackageFile(name: PackageSwiftPackage.sourcePath, text: PackageSwiftPackage.source),
            ]
        case .android: [PackageFile(name: "mpaas.gradle", text: PackageGradle(manifest: manifest).text)]
        case .harmony: [PackageFile(name: "oh-package.json5", text: PackageOhPackage(manifest: manifest).text)]
        }
    }

    private var podspec: PackagePodspec { PackagePodspec(manifest: manifest, console: contents.extras.console) }

    private var swiftPackage: PackageSwiftPackage {
        let names = frameworks.values.joined().sorted()
        return PackageSwiftPackage(
            manifest: manifest,
            xcframeworks: names.filter { $0.hasSuffix(".xcframework") },
            others: names.filter { !$0.hasSuffix(".xcframework") }
        )
    }
}

extension PackageManifest {
    /// Names of frameworks, as linkers know them.
    var linkedFrameworks: [String] {
        systemFrameworks.filter { !Self.isLibrary($0) }.map { $0.hasSuffix(".framework") ? String($0.dropLast(".framework".count)) : $0 }
    }

    /// Names of libraries, as linkers know them: `z` of `libz.tbd`.
    var linkedLibraries: [String] {
        systemFrameworks.filter(Self.isLibrary).map { name in
            let stem = name.hasPrefix("lib") ? name.dropFirst("lib".count) : name[...]
            return String(stem.prefix(stem.count - (name.hasSuffix(".dylib") ? ".dylib".count : ".tbd".count)))
        }
    }

    private static func isLibrary(_ name: String) -> Bool { name.hasSuffix(".tbd") || name.hasSuffix(".dylib") }

    /// The oldest system that all of it runs on.
    var oldestSystem: String {
        let all = modules.map(\.minimumOS) + [minimumOS].compactMap { $0 }
        return all.max { RolloutVersion($0) < RolloutVersion($1) } ?? "1"
    }

    /// What the project has to bring.
    var addedByHand: [ModuleThirdParty] { thirdParty.filter { !$0.included } }
}

extension ModuleThirdParty {
    var title: String { version.isEmpty ? name : "\(name) \(version)" }
}

extension String {
    /// As a literal between these quotes, in languages that escape with a backslash and have no other magic in such a literal.
    func quoted(_ quote: Unicode.Scalar) -> String {
        var text = String(quote)
        for scalar in unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
            if scalar == quote || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + String(quote)
    }

    /// Behind a `//` or `#`: what would end the line is left out.
    var commented: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.filter { $0.value >= 0x20 && !("\u{7F}"..."\u{9F}").contains($0) && $0 != "\u{2028}" && $0 != "\u{2029}" }
            )
        )
    }
}
