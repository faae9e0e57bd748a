import Formats
import Foundation

/// A small package of an app; the same every time.
struct BuildSeedPackage {
    let kind: BuildKind
    private var files: [(path: String, bytes: [UInt8])] = []

    /// - Parameters:
    ///   - signatures: holds profiles and a signature, made once with openssl for a demo certificate.
    ///   - manifest: the `BuildConfig.json` of the package that the app was made with.
    init(_ package: BuildSeed.Package, _ entry: BuildSeed.Entry, signatures: URL, manifest: [UInt8]?) throws {
        let icon = try Self.icon(entry.colour)
        switch package.platform {
        case .ios:
            kind = .ipa
            let profile = try package.profile.map { [UInt8](try Data(contentsOf: signatures.appending(path: $0))) }
            files = try Self.iOS(package, entry, icon, profile)
        case .android:
            kind = .apk
            files = Self.android(package, entry, icon, signature: [UInt8](try Data(contentsOf: signatures.appending(path: "android.rsa"))))
        case .harmony:
            kind = .hap
            files = try Self.harmony(package, entry, icon)
        }
        if let manifest { files.append(("\(Self.resources(of: package.platform))/\(PackageManifest.fileName)", manifest)) }
    }

    func write(to path: String) throws {
        let writer = try ZipWriter(path: path)
        for file in files { try writer.add(file.path, bytes: file.bytes) }
        try writer.close()
    }

    /// Where what is only read lies in an app.
    private static func resources(of platform: Platform) -> String {
        switch platform {
        case .ios: "Payload/Demo.app/mPaas.framework"
        case .android: "assets"
        case .harmony: "resources/rawfile"
        }
    }

    private typealias File = (path: String, bytes: [UInt8])

    // MARK: iOS

    private static func iOS(_ package: BuildSeed.Package, _ entry: BuildSeed.Entry, _ icon: [UInt8], _ profile: [UInt8]?) throws -> [File] {
        var info: [String: Any] = [
            "CFBundleIdentifier": entry.identifier, "CFBundleShortVersionString": package.version, "CFBundleVersion": "\(package.buildNumber)",
            "CFBundleDisplayName": entry.name, "CFBundleExecutable": "Demo", "MinimumOSVersion": package.minOS, "DTPlatformVersion": "26.0",
            "UIDeviceFamily": [1, 2], "CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["AppIcon60x60"]]],
        ]
        info.merge(package.permissions) { $1 }
        let plist = [UInt8](try PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0))
        let folder = "Payload/Demo.app"
        let files: [File] = [
            ("\(folder)/Info.plist", plist), ("\(folder)/Demo", machO), ("\(folder)/AppIcon60x60@3x.png", icon),
            ("\(folder)/PkgInfo", Array("APPL????".utf8)),
        ]
        return files + (profile.map { [("\(folder)/embedded.mobileprovision", $0)] } ?? [])
    }

    /// The head of a program for arm64, without anything to run.
    private static let machO = [0xFEED_FACF, 0x0100_000C, 0, 2, 0, 0, 0, 0].flatMap { BuildSeedXML.little($0, 4) }

    // MARK: Android

    private static func android(_ package: BuildSeed.Package, _ entry: BuildSeed.Entry, _ icon: [UInt8], signature: [UInt8]) -> [File] {
        let manifest = BuildSeedXML(
            package: entry.identifier,
            versionName: package.version,
            versionCode: package.buildNumber,
            minSDK: Int(package.minOS) ?? 21,
            targetSDK: 35,
            label: entry.name,
            icon: "res/icon.png",
            permissions: package.permissions.keys.sorted()
        )
        return [
            ("AndroidManifest.xml", manifest.bytes), ("classes.dex", Array("dex\n035\0".utf8)), ("lib/arm64-v8a/libdemo.so", Array("\u{7F}ELF".utf8)),
            ("res/icon.png", icon), ("META-INF/MANIFEST.MF", Array("Manifest-Version: 1.0\n".utf8)),
            ("META-INF/DEMO.SF", Array("Signature-Version: 1.0\n".utf8)), ("META-INF/DEMO.RSA", signature),
        ]
    }

    // MARK: HarmonyOS

    private static func harmony(_ package: BuildSeed.Package, _ entry: BuildSeed.Entry, _ icon: [UInt8]) throws -> [File] {
        let level = Int(package.minOS) ?? 12
        let app: [String: Any] = [
            "bundleName": entry.identifier, "versionName": package.version, "versionCode": package.buildNumber, "label": entry.name,
            "icon": "resources/base/media/icon.png", "minAPIVersion": level, "targetAPIVersion": 20,
        ]
        let module: [String: Any] = [
            "name": "entry", "type": "entry", "deviceTypes": ["phone", "tablet"],
            "requestPermissions": package.permissions.sorted { $0.key < $1.key }.map { ["name": $0.key, "reason": $0.value] },
        ]
        let document = try JSONSerialization.data(withJSONObject: ["app": app, "module": module], options: [.sortedKeys])
        return [
            ("module.json", [UInt8](document)), ("resources/base/media/icon.png", icon), ("ets/modules.abc", Array("PANDA\0\0\0".utf8)),
            ("libs/arm64-v8a/libdemo.so", Array("\u{7F}ELF".utf8)),
        ]
    }

    // MARK: the icon

    /// A disc on the app's colour.
    private static func icon(_ colour: [UInt8]) throws -> [UInt8] {
        let side = 180
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side * 4)
        for y in 0..<side {
            for x in 0..<side {
                let (dx, dy) = (x - side / 2, y - side / 2)
                let distance = dx * dx + dy * dy
                pixels += (distance < 3_000 && distance > 1_100) || distance < 300 ? [255, 255, 255, 255] : colour.prefix(3) + [255]
            }
        }
        return try PNG.encode(PNG.Image(width: side, height: side, format: .rgba, pixels: pixels))
    }
}
