/// `oh-package.json5`: the dependencies that a HarmonyOS module takes over.
struct PackageOhPackage {
    let manifest: PackageManifest

    var text: String { text(root: ".") }

    /// - Parameter root: where the archive was unpacked, from the project's own file.
    func text(root: String) -> String {
        let layout = PackageLayout(platform: .harmony)
        let lines = manifest.modules.map { module in
            "    \(module.name.lowercased().quoted("\"")): \("file:\(root)/\(layout.place(of: module))".quoted("\""))"
        }
        return """
            {
            \(manifest.addedByHand.map { "  // Add by hand: \($0.title.commented)\n" }.joined())  "dependencies": {
            \(lines.joined(separator: ",\n"))
              }
            }

            """
    }
}
