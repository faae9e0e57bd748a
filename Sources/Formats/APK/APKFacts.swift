/// What the manifest of an Android app says, its texts looked up in the resources.
public struct APKFacts: Equatable, Sendable {
    public var identifier = ""
    public var versionName = ""
    public var versionCode = ""
    public var label = ""
    /// Levels of Android's interface, or names of those to come.
    public var minSDK = ""
    public var targetSDK: String?
    public var permissions: [String] = []
    /// `watch`, `tv` or `automotive` for an app that asks for one; else empty.
    public var devices: [String] = []
    /// Files of the icon, as the resources name them: pictures of several sizes, and drawings.
    public var icons: [String] = []

    init() {}

    /// - Throws: `malformed` for another document than a manifest.
    init(_ elements: [APKElement], _ resources: any APKResources) throws(FormatError) {
        guard let manifest = elements.first, manifest.name == "manifest" else { throw .malformed }
        identifier = manifest["package"]?.text ?? ""
        versionName = try resources.text(manifest[.versionName]) ?? ""
        versionCode = try Self.code(manifest, resources)
        for element in elements.dropFirst() { try read(element, resources) }
        if minSDK.isEmpty { minSDK = "1" }
    }

    /// The upper half of a long code, since Android 9, is an attribute of its own.
    private static func code(_ manifest: APKElement, _ resources: any APKResources) throws(FormatError) -> String {
        let code = try resources.text(manifest[.versionCode]) ?? ""
        guard case .number(let major) = manifest[.versionCodeMajor], let low = Int(code), major > 0 else { return code }
        return String(major << 32 | low & 0xFFFF_FFFF)
    }

    private mutating func read(_ element: APKElement, _ resources: any APKResources) throws(FormatError) {
        switch (element.depth, element.name) {
        case (2, "uses-sdk"):
            minSDK = try resources.text(element[.minSdkVersion]) ?? minSDK
            targetSDK = try resources.text(element[.targetSdkVersion]) ?? targetSDK
        case (2, "uses-permission"), (2, "uses-permission-sdk-23"):
            guard let name = element[.name]?.text, !permissions.contains(name) else { return }
            // Android's own are about two hundred.
            guard permissions.count < 1000 else { throw .tooLarge }
            permissions.append(name)
        case (2, "uses-feature"):
            guard element[.required] != .boolean(false), let device = Self.devices[element[.name]?.text ?? ""] else { return }
            if !devices.contains(device) { devices.append(device) }
        case (2, "application"):
            label = try resources.text(element[.label]) ?? ""
            icons = try resources.files(element[.icon]) + resources.files(element[.roundIcon])
        default: break
        }
    }

    private static let devices = [
        "android.hardware.type.watch": "watch", "android.hardware.type.television": "tv", "android.software.leanback": "tv",
        "android.hardware.type.automotive": "automotive",
    ]
}
