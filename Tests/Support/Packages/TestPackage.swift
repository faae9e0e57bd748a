import Formats
import Foundation
import Signing

/// Packages of apps that are as real as what reads them looks, made in a few kilobytes.
public struct TestPackage: Sendable {
    public var identifier = "com.example.demo"
    public var version = "2.3.0"
    public var build = "45"
    public var name = "Demo"
    /// A version of iOS, or a level of the other systems' interfaces.
    public var minOS: String?
    /// An icon with sides of so many pixels.
    public var iconSide: Int? = 120
    /// Further files, or other contents for those that are there.
    public var files: [String: [UInt8]] = [:]
    /// Files that are left out.
    public var without: Set<String> = []

    public init() {}

    /// With `Payload/Demo.app/embedded.mobileprovision` for a profile.
    public func ipa(profile: [UInt8]? = nil) throws -> [UInt8] {
        let info = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleShortVersionString</key><string>\(version)</string>
            <key>CFBundleVersion</key><string>\(build)</string><key>CFBundleDisplayName</key><string>\(name)</string>
            <key>MinimumOSVersion</key><string>\(minOS ?? "13.0")</string><key>CFBundleExecutable</key><string>Demo</string>
            <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
            <key>NSCameraUsageDescription</key><string>Scans codes.</string>
            <key>CFBundleIcons</key><dict><key>CFBundlePrimaryIcon</key><dict>
            <key>CFBundleIconFiles</key><array><string>AppIcon60x60</string></array></dict></dict>
            </dict></plist>
            """
        var files = ["Info.plist": Array(info.utf8), "Demo": [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1, 0, 0, 0, 0]]
        files["embedded.mobileprovision"] = profile
        files["AppIcon60x60@2x.png"] = try icon()
        return try zip(Dictionary(uniqueKeysWithValues: files.map { ("Payload/Demo.app/" + $0, $1) }))
    }

    /// Without a signature.
    public func apk() throws -> [UInt8] {
        let manifest = TestPackageXML(
            .init("manifest", [.own("package", identifier), .number("versionCode", 0x0101_021B, build), .text("versionName", 0x0101_021C, version)]),
            .init("uses-sdk", [.number("minSdkVersion", 0x0101_020C, minOS ?? "23"), .number("targetSdkVersion", 0x0101_0270, "34")]),
            .init("uses-permission", [.text("name", 0x0101_0003, "android.permission.CAMERA")]),
            .init("application", [.text("label", 0x0101_0001, name), .text("icon", 0x0101_0002, "res/icon.png")])
        )
        var files = ["AndroidManifest.xml": manifest.bytes, "lib/arm64-v8a/libdemo.so": Array("\u{7F}ELF".utf8)]
        files["res/icon.png"] = try icon()
        return try zip(files)
    }

    /// Without a signature.
    public func hap() throws -> [UInt8] {
        let module = """
            {"app":{"bundleName":"\(identifier)","versionName":"\(version)","versionCode":\(build),"label":"\(name)","icon":"entry/icon.png",
            "minAPIVersion":\(minOS ?? "50000012"),"targetAPIVersion":50000012},
            "module":{"deviceTypes":["phone","tablet"],"requestPermissions":[{"name":"ohos.permission.CAMERA","reason":"Scans codes."}]}}
            """
        var files = ["module.json": Array(module.utf8)]
        files["icon.png"] = try icon()
        return try zip(files)
    }

    private func icon() throws -> [UInt8]? {
        guard let side = iconSide else { return nil }
        let pixels = (0..<side * side).flatMap { [UInt8(truncatingIfNeeded: $0), 0x80, 0x40, 0xFF] as [UInt8] }
        return try PNG.encode(PNG.Image(width: side, height: side, format: .rgba, pixels: pixels), fast: true)
    }

    private func zip(_ files: [String: [UInt8]]) throws -> [UInt8] {
        let path = NSTemporaryDirectory() + "package-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try ZipWriter(path: path)
        for (name, bytes) in files.merging(self.files, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }) where !without.contains(name) {
            try writer.add(name, bytes: bytes)
        }
        try writer.close()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}

/// A provisioning profile, signed by nobody that a phone trusts.
public struct TestProfile: Sendable {
    public var uuid = "0B9E5F3A-6E0B-4B57-9E5C-4B1D6C0F2A11"
    public var createdAt = Date(timeIntervalSince1970: 1_795_000_000)
    public var expiresAt = Date(timeIntervalSince1970: 1_826_000_000)
    /// UDIDs; nil for a profile of a store.
    public var devices: [String]? = ["00008030-001A2B3C4D5E6F70"]
    public var isForDevelopment = false
    public var isForAllDevices = false

    public init() {}

    /// With the certificate that signs it as that of the one developer.
    public func signed() throws -> [UInt8] {
        let key = PrivateKey.make()
        let draft = X509Draft(commonName: "iPhone Distribution: Demo (DEMO123456)", validFrom: createdAt, validUntil: expiresAt)
        let certificate = try draft.signed(for: key)
        guard let message = CMS.sealed(Array(list(certificate).utf8), by: key, certificate) else { throw TestFailure("the profile is not signed") }
        return message
    }

    private func list(_ certificate: X509Certificate) -> String {
        let named = devices.map { "<key>ProvisionedDevices</key><array>" + $0.map { "<string>\($0)</string>" }.joined() + "</array>" }
        return """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
            <key>Name</key><string>Demo Ad Hoc</string><key>UUID</key><string>\(uuid)</string>
            <key>CreationDate</key><date>\(createdAt.ISO8601Format())</date><key>ExpirationDate</key><date>\(expiresAt.ISO8601Format())</date>
            <key>TeamIdentifier</key><array><string>DEMO123456</string></array><key>TeamName</key><string>Demo</string>
            <key>DeveloperCertificates</key><array><data>\(Data(certificate.der).base64EncodedString())</data></array>
            \(named ?? "")
            <key>ProvisionsAllDevices</key><\(isForAllDevices)/>
            <key>Entitlements</key><dict><key>get-task-allow</key><\(isForDevelopment)/>
            <key>application-identifier</key><string>DEMO123456.com.example.demo</string></dict>
            </dict></plist>
            """
    }
}
