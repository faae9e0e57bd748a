import Foundation
import Web

/// The property list that iOS asks for before it installs: where the package is, and what it is called.
/// https://support.apple.com/guide/deployment/distribute-proprietary-in-house-apps-depce7cefc4d/web
enum InstallManifest {
    /// - Parameters:
    ///   - file: address of the package; has to be https.
    ///   - icon: address of a picture; nil for a package without.
    static func plist(_ build: Build, file: String, icon: String?) throws -> [UInt8] {
        let pictures = icon.map { icon in ["display-image", "full-size-image"].map { ["kind": $0, "url": icon] } } ?? []
        let metadata = [
            "bundle-identifier": build.identifier, "bundle-version": build.version.isEmpty ? build.buildNumber : build.version, "kind": "software",
            "title": build.displayName.isEmpty ? build.identifier : build.displayName,
        ]
        let item: [String: Any] = ["assets": [["kind": "software-package", "url": file]] + pictures, "metadata": metadata]
        return [UInt8](try PropertyListSerialization.data(fromPropertyList: ["items": [item]], format: .xml, options: 0))
    }

    /// What a page links to.
    /// - Parameter manifest: its address, https.
    static func link(_ manifest: String) -> String {
        "itms-services://?\(Form([("action", "download-manifest"), ("url", manifest)]).encoded)"
    }
}
