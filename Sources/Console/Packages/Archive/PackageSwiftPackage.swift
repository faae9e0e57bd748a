/// `Package.swift`: the archive as a local Swift package. Only xcframeworks can be in one.
struct PackageSwiftPackage {
    let manifest: PackageManifest
    let xcframeworks: [String]
    /// Plain frameworks, which cannot.
    let others: [String]

    /// Of the target that everything is linked through.
    static let sourcePath = "mPaaS/Link/mPaaS.swift"
    static let source = "// Nothing: this target is what the frameworks, and what they need of the system, are linked through.\n"

    var text: String {
        let targets = xcframeworks.map { "        .binaryTarget(name: \(target($0)), path: \("\(PackageLayout.frameworks)/\($0)".quoted("\"")))," }
        return """
            // swift-tools-version: 5.9
            import PackageDescription

            // \("\(manifest.app.appKey) \(manifest.packageVersion)".commented). Resources (mPaaS/Resources, mPaaS/mPaaS.bundle) are added to the app's target by hand.
            \(notes.map { "// \($0.commented)\n" }.joined())let package = Package(
                name: "mPaaS",
                platforms: [.iOS(\(manifest.oldestSystem.quoted("\"")))],
                products: [.library(name: "mPaaS", targets: ["mPaaS"])],
                targets: [
                    .target(
                        name: "mPaaS",
                        dependencies: [\(xcframeworks.map(target).joined(separator: ", "))],
                        path: "mPaaS/Link"\(linkerSettings)
                    ),
            \(targets.map { "\($0)\n" }.joined())    ]
            )

            """
    }

    private var notes: [String] {
        (others.isEmpty ? [] : ["Not in it, because they are plain frameworks; use CocoaPods or add them by hand: \(others.joined(separator: ", "))"])
            + manifest.addedByHand.map { "Add to the project by hand: \($0.title)" }
    }

    private func target(_ framework: String) -> String {
        String(framework.dropLast(".xcframework".count)).quoted("\"")
    }

    private var linkerSettings: String {
        var settings = manifest.linkedFrameworks.map { ".linkedFramework(\($0.quoted("\"")))" }
        settings += manifest.linkedLibraries.map { ".linkedLibrary(\($0.quoted("\"")))" }
        if !manifest.linkerFlags.isEmpty {
            settings.append(".unsafeFlags([\(manifest.linkerFlags.map { $0.quoted("\"") }.joined(separator: ", "))])")
        }
        guard !settings.isEmpty else { return "" }
        return ",\n            linkerSettings: [\n\(settings.map { "                \($0),\n" }.joined())            ]"
    }
}
