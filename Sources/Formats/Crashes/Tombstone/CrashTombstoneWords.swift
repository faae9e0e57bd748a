/// What tombstones say in short forms.
enum CrashTombstoneWords {
    /// `google/bluejay/bluejay:16/BP3A.250905.014/13873947:user/release-keys`: brand, product, device, version, build.
    static func describe(_ device: inout CrashReport.Device, fingerprint: String) {
        device.system = fingerprint
        let parts = fingerprint.split(separator: "/", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count >= 4 else { return }
        let names = parts[2].split(separator: ":", maxSplits: 1)
        device.model = names.first.map(String.init) ?? ""
        device.systemVersion = names.count > 1 ? String(names[1]) : ""
        device.systemBuild = String(parts[3])
    }

    /// A process's name is the package's, or that and a name of its own: `com.example.demo:push`.
    static func describe(_ app: inout CrashReport.App, process: String) {
        app.process = process
        let package = process.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
        app.identifier = package.contains(".") && !package.contains("/") ? package : ""
    }

    /// The library: `/data/app/…/base.apk!libdemo.so` is `libdemo.so`.
    static func module(_ path: String) -> String {
        let name = CrashPath.lastComponent(path)
        return name.utf8.lastIndex(of: UInt8(ascii: "!")).map { String(name[name.utf8.index(after: $0)...]) } ?? name
    }
}
