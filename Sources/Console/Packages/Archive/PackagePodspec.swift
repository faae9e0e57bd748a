/// `mPaaS.podspec`: the archive as a local pod.
struct PackagePodspec {
    let manifest: PackageManifest
    /// Where the console is reached.
    let console: String

    static let name = "mPaaS"

    var text: String {
        var lines = [
            "Pod::Spec.new do |s|", "  s.name = '\(Self.name)'", "  s.version = \(version.quoted("'"))",
            "  s.summary = \("\(manifest.app.appKey) \(manifest.packageVersion)".quoted("'"))",
            "  s.homepage = \("\(console)/apps/\(manifest.app.id)/packages".quoted("'"))",
            "  s.license = { :type => 'See BuildConfig.json', :text => 'Each module has its own licence, see BuildConfig.json.' }",
            "  s.author = \(manifest.app.id.quoted("'"))", "  s.source = { :path => '.' }",
            "  s.platform = :ios, \(manifest.oldestSystem.quoted("'"))",
            "  s.vendored_frameworks = '\(PackageLayout.frameworks)/*.{framework,xcframework}'",
            "  s.resources = ['\(PackageLayout.resources)/*.bundle', 'mPaaS/mPaaS.bundle', 'mPaaS/GatewayConfig.plist', 'mPaaS/*.config']",
        ]
        if !manifest.linkedFrameworks.isEmpty { lines.append("  s.frameworks = \(Self.list(manifest.linkedFrameworks))") }
        if !manifest.linkedLibraries.isEmpty { lines.append("  s.libraries = \(Self.list(manifest.linkedLibraries))") }
        if !manifest.linkerFlags.isEmpty {
            let flags = (["$(inherited)"] + manifest.linkerFlags).joined(separator: " ")
            lines.append("  s.user_target_xcconfig = { 'OTHER_LDFLAGS' => \(flags.quoted("'")) }")
        }
        lines += manifest.addedByHand.map { "  # Add to the project by hand: \($0.title.commented)" }
        return (lines + ["end", ""]).joined(separator: "\n")
    }

    private static func list(_ names: [String]) -> String {
        names.map { $0.quoted("'") }.joined(separator: ", ")
    }

    /// RubyGems reads numbers, and behind a hyphen a suffix.
    private var version: String {
        let number = manifest.baseline.flatMap { $0.wholeMatch(of: #/[0-9]+(\.[0-9]+)*/#) == nil ? nil : $0 } ?? "0.0.0"
        return "\(number)-\(manifest.packageVersion.suffix(8))"
    }

    /// Lines for a Podfile.
    /// - Parameter root: where the archive was unpacked, from the Podfile.
    func podfile(root: String) -> String {
        """
        platform :ios, \(manifest.oldestSystem.quoted("'"))

        # Inside of the app's target:
        pod '\(Self.name)', :path => \("./\(root)".quoted("'"))

        """
    }
}
