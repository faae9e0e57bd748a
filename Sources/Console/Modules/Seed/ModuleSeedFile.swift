import Formats
import Foundation
import Gzip

/// A small file of the kind that a version is made of; the same every time.
struct ModuleSeedFile: Decodable, Sendable {
    let kind: ModuleArtifactKind
    /// Lines by file name.
    let headers: [String: [String]]?
    /// Files of bundles beside the framework: lines by path, by bundle.
    let bundles: [String: [String: [String]]]?

    func write(_ module: String, _ version: String, to path: String) throws {
        switch kind {
        case .framework: try zip(framework("\(module).framework", module, version) + bundleFiles, to: path)
        case .xcframework: try zip(manySlices(module, version) + bundleFiles, to: path)
        case .aar: try zip(try library(module, version, beside: path), to: path)
        case .har: try Data(Gzip.compress(Tar.write(harmony(module, version)))).write(to: URL(fileURLWithPath: path))
        }
    }

    private typealias File = (path: String, bytes: [UInt8])

    private func zip(_ files: [File], to path: String) throws {
        let writer = try ZipWriter(path: path)
        for file in files.sorted(by: { $0.path < $1.path }) { try writer.add(file.path, bytes: file.bytes) }
        try writer.close()
    }

    // MARK: iOS

    private func framework(_ folder: String, _ module: String, _ version: String) -> [File] {
        let headers = (headers ?? [:]).map { (path: "\(folder)/Headers/\($0.key)", bytes: Self.text($0.value)) }
        let plist: [(String, String)] = [
            ("CFBundleIdentifier", "com.mpaas.\(module)"), ("CFBundleName", module), ("CFBundlePackageType", "FMWK"),
            ("CFBundleShortVersionString", version),
        ]
        return headers + [
            // An archive of no object files, as `ar` writes it.
            (path: "\(folder)/\(module)", bytes: Array("!<arch>\n".utf8)),
            (path: "\(folder)/Info.plist", bytes: Self.plist(plist.map { "<key>\($0)</key><string>\($1)</string>" })),
            (
                path: "\(folder)/Modules/module.modulemap",
                bytes: Self.text(["framework module \(module) {", "  umbrella header \"\(module).h\"", "  export *", "}"])
            ),
        ]
    }

    private func manySlices(_ module: String, _ version: String) -> [File] {
        let slices = ["ios-arm64": (["arm64"], ""), "ios-arm64_x86_64-simulator": (["arm64", "x86_64"], "simulator")].sorted { $0.key < $1.key }
        let libraries = slices.map { name, slice in
            let processors = slice.0.map { "<string>\($0)</string>" }.joined()
            let variant = slice.1.isEmpty ? "" : "<key>SupportedPlatformVariant</key><string>\(slice.1)</string>"
            return "<dict><key>LibraryIdentifier</key><string>\(name)</string><key>LibraryPath</key><string>\(module).framework</string>"
                + "<key>SupportedArchitectures</key><array>\(processors)</array><key>SupportedPlatform</key><string>ios</string>\(variant)</dict>"
        }
        let plist = [
            "<key>AvailableLibraries</key><array>\(libraries.joined())</array>", "<key>CFBundlePackageType</key><string>XFWK</string>",
            "<key>XCFrameworkFormatVersion</key><string>1.0</string>",
        ]
        let files = slices.flatMap { framework("\(module).xcframework/\($0.key)/\(module).framework", module, version) }
        return files + [(path: "\(module).xcframework/Info.plist", bytes: Self.plist(plist))]
    }

    private var bundleFiles: [File] {
        (bundles ?? [:]).flatMap { bundle, files in files.map { (path: "\(bundle)/\($0.key)", bytes: Self.text($0.value)) } }
    }

    private static func plist(_ lines: [String]) -> [UInt8] {
        text(["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<plist version=\"1.0\"><dict>"] + lines + ["</dict></plist>"])
    }

    private static func text(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    // MARK: Android and HarmonyOS

    private func library(_ module: String, _ version: String, beside path: String) throws -> [File] {
        let classes = path + ".jar"
        defer { try? FileManager.default.removeItem(atPath: classes) }
        let about = Self.text(["Manifest-Version: 1.0", "Implementation-Title: \(module)", "Implementation-Version: \(version)"])
        try zip([(path: "META-INF/MANIFEST.MF", bytes: about)], to: classes)
        let package = "com.mpaas.\(module.lowercased())"
        return [
            (
                path: "AndroidManifest.xml",
                bytes: Self.text(["<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\" package=\"\(package)\" />"])
            ),
            (path: "R.txt", bytes: []),
            (path: "classes.jar", bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: classes)))),
        ]
    }

    private func harmony(_ module: String, _ version: String) -> [File] {
        let about = ["{", "  \"name\": \"@mpaas/\(module.lowercased())\",", "  \"version\": \"\(version)\",", "  \"main\": \"Index.ets\"", "}"]
        return [
            (path: "package/Index.ets", bytes: Self.text(["export const version: string = \"\(version)\";"])),
            (path: "package/oh-package.json5", bytes: Self.text(about)),
            (path: "package/src/main/module.json5", bytes: Self.text(["{ \"module\": { \"name\": \"\(module)\", \"type\": \"har\" } }"])),
        ]
    }
}

/// As much of POSIX's ustar as small files need.
private enum Tar {
    static func write(_ files: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        files.flatMap { header($0.path, $0.bytes.count) + $0.bytes + zeros((512 - $0.bytes.count % 512) % 512) } + zeros(1_024)
    }

    private static func header(_ path: String, _ size: Int) -> [UInt8] {
        let before = field(path, 100) + field("0000644", 8) + field("0000000", 8) + field("0000000", 8) + field(octal(size), 12) + field(octal(0), 12)
        let after = field("0", 1) + zeros(100) + field("ustar", 6) + Array("00".utf8) + zeros(247)
        let sum = (before + after).reduce(8 * 32) { $0 + Int($1) }
        return before + Array("\(octal(sum, digits: 6))\0 ".utf8) + after
    }

    private static func octal(_ number: Int, digits: Int = 11) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
    }

    private static func field(_ text: String, _ width: Int) -> [UInt8] { Array(text.utf8) + zeros(width - text.utf8.count) }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
