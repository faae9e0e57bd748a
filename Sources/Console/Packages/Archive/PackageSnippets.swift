import Web

/// Lines of a project's own files that take a package in.
struct PackageSnippet: Codable, Sendable, Equatable {
    /// That they go into.
    let file: String
    let text: String
}

/// The same choice for teams that have a package manager; the archive is unpacked beside the project's file.
enum PackageSnippets {
    static func of(_ package: Package, manifest: PackageManifest, publicURL: String) -> [PackageSnippet] {
        let root = "\(manifest.app.appKey)-\(manifest.packageVersion)"
        let from = "\(publicURL)/apps/\(package.app)/packages/\(package.id)".commented
        switch manifest.platform {
        case .ios:
            let swift =
                ".package(path: \("./\(root)".quoted("\"")))\n\n// In the app's target:\n.product(name: \"mPaaS\", package: \(root.quoted("\"")))\n"
            return [
                PackageSnippet(file: "Podfile", text: "# \(from)\n" + PackagePodspec(manifest: manifest, console: publicURL).podfile(root: root)),
                PackageSnippet(file: "Package.swift", text: "// \(from)\n" + swift),
            ]
        case .android:
            return [PackageSnippet(file: "build.gradle", text: "// \(from)\n" + PackageGradle(manifest: manifest).applied(root: "../\(root)"))]
        case .harmony:
            return [PackageSnippet(file: "oh-package.json5", text: "// \(from)\n" + PackageOhPackage(manifest: manifest).text(root: "./\(root)"))]
        }
    }
}
