import Foundation
import Storage
import Web

/// Packages of the demo: `Seeds/packages.json`, of the modules that the demo brings. They are planned and written as any other.
struct PackageSeed: Sendable {
    /// Holds `packages.json`.
    let folder: URL
    /// What devices of the packages call the console.
    let publicURL: String

    private struct Entry: Decodable {
        /// By which builds of the demo say that they carry it.
        let name: String
        let app: String
        let platform: Platform
        let baseline: String?
        let modules: [String]
        let by: DemoPerson
        let at: DemoMoment

        var choice: PackageChoice { PackageChoice(platform: platform, modules: modules.map { ModuleChoice($0) }, baseline: baseline) }
    }

    /// Makes those of the apps that the seed knows.
    /// - Parameter holder: the node's id.
    /// - Returns: the manifests by the packages' names.
    func fill(_ packages: Packages, _ writer: PackageWriter, _ apps: [App], holder: String) async throws -> [String: [UInt8]] {
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "packages.json")))
        var manifests: [String: [UInt8]] = [:]
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }), let package = try await make(entry, packages, app) else { continue }
            manifests[entry.name] = Array(try await packages.manifest(package.id, of: app.id).bytes.utf8)
            try await write(package, writer, holder)
        }
        return manifests
    }

    /// nil where somebody has modules of his own under the demo's names, and they do not go together.
    private func make(_ entry: Entry, _ packages: Packages, _ app: App) async throws -> Package? {
        do {
            return try await packages.at(entry.at, in: app).create(entry.choice, of: app, publicURL: publicURL, by: entry.by.actor)
        } catch let problem as Problem where problem.kind == .invalid {
            return nil
        }
    }

    /// Half a minute after it was asked for, unless a worker of a console that runs was first. Another app's package that waits is written as well.
    private func write(_ package: Package, _ writer: PackageWriter, _ holder: String) async throws {
        var past = writer
        past.clock = Clock { package.createdAt.addingTimeInterval(30) }
        let handler = JobHandler(.packageWrite) { [past] order, run in
            try await (order.package == package.id ? past : writer).write(order, run)
        }
        try await JobWorker(database: writer.database, holder: holder, handlers: [handler]).run()
    }
}

extension Packages: DemoRoom {}
