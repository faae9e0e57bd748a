/// `headers.json`: in which module a header is, and where in the archive. A name may be in several modules, and in several slices of one.
struct PackageHeaders: Encodable, Sendable {
    let headers: [String: [Place]]

    struct Place: Encodable, Sendable {
        let module: String
        let path: String
    }

    static let fileName = "headers.json"

    init(_ versions: [ModuleVersion]) {
        let layout = PackageLayout(platform: .ios)
        var headers: [String: [Place]] = [:]
        for version in versions.sorted(by: { $0.module < $1.module }) {
            for path in version.artifact.headers.sorted() {
                guard let name = path.split(separator: "/").last, let place = layout.place(path, of: version.module) else { continue }
                headers[String(name), default: []].append(Place(module: version.module, path: place))
            }
        }
        self.headers = headers
    }
}
