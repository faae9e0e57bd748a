/// Which files of an app are its icon. Since 2013 the large ones are in `Assets.car`, and beside it Xcode puts those that the system itself needs.
struct IPAIcons {
    private let folder: String
    /// Without scale, device and extension.
    private let bases: [String]

    init(info: PlistValue, folder: String) {
        self.folder = folder
        var names: [String] = []
        for key in ["CFBundleIcons", "CFBundleIcons~ipad"] {
            let primary = info[key]?["CFBundlePrimaryIcon"]
            names += primary?["CFBundleIconFiles"]?.items.compactMap(\.string) ?? []
            names += [primary?["CFBundleIconName"]?.string].compactMap { $0 }
        }
        names += info["CFBundleIconFiles"]?.items.compactMap(\.string) ?? []
        names += [info["CFBundleIconFile"]?.string].compactMap { $0 }
        // An app that says nothing has the icons that iOS looked for before it could say.
        bases = names.isEmpty ? ["AppIcon60x60", "AppIcon76x76", "Icon", "Icon-60", "Icon-72", "Icon-76"] : names.map(Self.base)
    }

    func names(_ path: String) -> Bool {
        guard path.hasPrefix(folder), path.hasSuffix(".png") else { return false }
        let name = String(path.dropFirst(folder.count))
        return !name.utf8.contains(UInt8(ascii: "/")) && bases.contains(Self.base(name))
    }

    /// `AppIcon60x60` of `AppIcon60x60@2x~ipad.png`.
    private static func base(_ name: String) -> String {
        var name = name[...]
        if name.hasSuffix(".png") { name = name.dropLast(4) }
        for suffix in ["~ipad", "~iphone", "@2x", "@3x"] where name.hasSuffix(suffix) { name = name.dropLast(suffix.count) }
        return String(name)
    }
}
