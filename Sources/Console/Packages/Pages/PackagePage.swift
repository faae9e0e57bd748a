import Foundation
import Web

/// What `Views/Packages/package` shows.
struct PackagePage: Codable, Sendable {
    let package: PackageFacts
    let modules: [PackageModuleRow]
    let moduleCount: Int
    let directCount: Int
    /// Bytes of all artifacts.
    let contents: Int
    let frameworks: [String]
    let thirdParty: [ModuleThirdParty]
    let resources: [String]
    let linkerFlags: [String]
    let previous: OrNull<PackageReference>
    let difference: OrNull<PackageDifferenceView>
    let snippets: [PackageSnippetView]
    let shipments: [Shipment]
    /// Of the archive that is being written, or was not; nil once it is there.
    let progress: JobProgress?
    let mayWork: Bool

    init(
        _ package: Package,
        _ manifest: PackageManifest,
        previous: Package?,
        difference: PackageDifference?,
        shipments: [Shipment],
        progress: JobProgress?,
        _ context: Context
    ) {
        self.package = PackageFacts(package)
        let largest = manifest.modules.map(\.size).max() ?? 0
        let paths = PackagePaths(manifest)
        modules = manifest.modules.map { PackageModuleRow($0, path: paths.path(to: $0.name), largest: largest) }
        moduleCount = manifest.modules.count
        directCount = manifest.modules.count(where: \.direct)
        contents = manifest.modules.reduce(0) { $0 + $1.size }
        frameworks = manifest.systemFrameworks
        thirdParty = manifest.thirdParty
        resources = manifest.resources
        linkerFlags = manifest.linkerFlags
        self.previous = OrNull(previous.map { PackageReference(id: $0.id, number: $0.number, version: $0.version) })
        self.difference = OrNull(difference.map(PackageDifferenceView.init))
        snippets = PackageSnippets.of(package, manifest: manifest, publicURL: context.publicURL).enumerated().map(PackageSnippetView.init)
        self.shipments = shipments
        self.progress = progress
        mayWork = Policy.role(.operator).admits(context.viewer, app: package.app)
    }
}

/// A package's own facts.
struct PackageFacts: Codable, Sendable {
    let id: String
    let platform: Platform
    let number: Int
    let version: String
    let baseline: String
    let minimumOS: String
    let state: PackageState
    let tone: PackageTone
    let ready: Bool
    let running: Bool
    let mayRetry: Bool
    let sha256: String
    let size: OrNull<Int>
    let createdAt: Date
    let createdBy: String
    let readyAt: OrNull<Date>

    init(_ package: Package) {
        id = package.id
        platform = package.platform
        number = package.number
        version = package.version
        baseline = package.baseline.value ?? ""
        minimumOS = package.minimumOS.value ?? ""
        state = package.state
        tone = PackageTone(package.state)
        ready = package.state == .ready
        running = package.state == .waiting || package.state == .writing
        mayRetry = package.state == .failed || package.state == .cancelled
        sha256 = package.sha256.value ?? ""
        size = package.size
        createdAt = package.createdAt
        createdBy = package.createdBy
        readyAt = package.readyAt
    }
}

/// Text to copy into a project, with an id for the button that copies it.
struct PackageSnippetView: Codable, Sendable {
    let file: String
    let text: String
    let place: Int

    init(_ place: Int, _ snippet: PackageSnippet) {
        file = snippet.file
        text = snippet.text
        self.place = place
    }
}

/// The shortest ways from ticked modules to those that are only needed.
struct PackagePaths {
    /// Who a module was reached from first.
    private var parents: [String: String] = [:]

    init(_ manifest: PackageManifest) {
        let needed = Dictionary(grouping: manifest.modules.flatMap { module in module.requiredBy.map { ($0, module.name) } }, by: \.0)
        var reached = Set(manifest.modules.filter(\.direct).map(\.name))
        var queue = reached.sorted()[...]
        while let name = queue.popFirst() {
            for next in (needed[name] ?? []).map(\.1).sorted() where reached.insert(next).inserted {
                parents[next] = name
                queue.append(next)
            }
        }
    }

    /// From a ticked module down to this one.
    func path(to module: String) -> [String] {
        var path = [module]
        while let parent = parents[path[0]] { path.insert(parent, at: 0) }
        return path
    }
}
