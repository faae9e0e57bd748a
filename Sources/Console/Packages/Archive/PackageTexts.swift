import Web

/// The files of an archive that the console writes itself.
struct PackageTexts {
    let contents: PackageContents
    let catalogue: Catalogue
    /// Of the manifest's modules.
    let versions: [ModuleVersion]
    /// By module, by name.
    let frameworks: [String: [String]]

    private var manifest: PackageManifest { contents.manifest }

    /// By path, below the archive's folder.
    func files() throws -> [(path: String, bytes: [UInt8])] {
        let config = try PackageJSON.bytes(manifest)
        let readme = PackageReadme(contents: contents, catalogue: catalogue, frameworks: frameworks).text
        var files = [
            ("README.md", Array(readme.utf8)), (PackageManifest.fileName, config), ("\(configFolder)/\(PackageManifest.fileName)", config),
            (PackageBill.fileName, try PackageJSON.bytes(PackageBill(manifest, digest: contents.digest))),
        ]
        files += contents.extras.config.map { ("\(manifest.platform == .ios ? "mPaaS/" : "")\($0.name)", Array($0.text.utf8)) }
        if manifest.platform == .ios { files.append((PackageHeaders.fileName, try PackageJSON.bytes(PackageHeaders(versions).headers))) }
        files += PackageProjectFiles(contents: contents, frameworks: frameworks).all.map { ($0.name, Array($0.text.utf8)) }
        return files.sorted { $0.0 < $1.0 }
    }

    /// From where the manifest gets into the app, so that what an app was built with can be read of the app.
    private var configFolder: String {
        switch manifest.platform {
        case .ios: "mPaaS/mPaaS.bundle"
        case .android: "assets"
        case .harmony: "resources/rawfile"
        }
    }
}
