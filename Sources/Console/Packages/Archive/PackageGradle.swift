/// `mpaas.gradle`: applied by an Android app, adds the libraries and the manifest.
struct PackageGradle {
    let manifest: PackageManifest

    var text: String {
        let layout = PackageLayout(platform: .android)
        let libraries = manifest.modules.map { "        new File(mpaas, \(layout.place(of: $0).quoted("'")))" }
        return """
            // \("\(manifest.app.appKey) \(manifest.packageVersion)".commented), for Android from API level \(manifest.oldestSystem) on.
            def mpaas = buildscript.sourceFile.parentFile

            android.sourceSets.main.assets.srcDirs += new File(mpaas, 'assets')

            dependencies {
                implementation files(
            \(libraries.joined(separator: ",\n"))
                )
            \(manifest.addedByHand.map { "    // Add by hand: \($0.title.commented)\n" }.joined())}

            """
    }

    /// A line for the app's build.gradle.
    /// - Parameter root: where the archive was unpacked, from there.
    func applied(root: String) -> String {
        "apply from: \("\(root)/mpaas.gradle".quoted("'"))\n"
    }
}
