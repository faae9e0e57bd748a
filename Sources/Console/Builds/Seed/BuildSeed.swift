import Foundation
import Signing
import Storage
import Web

/// Builds of the demo: `Seeds/builds.json`. Their packages are made here, a few kilobytes each, and go the way of any other: what their pages show was
/// read out of them.
struct BuildSeed: Sendable {
    /// Holds `builds.json`, and in `builds` what signatures look like.
    let folder: URL
    /// Where files are put for a moment.
    let directory: String
    /// The demo's packages: what a build carries of one, by its name.
    let manifests: [String: [UInt8]]

    struct Entry: Decodable, Sendable {
        let app: String
        let name: String
        let identifier: String
        /// Red, green, blue.
        let colour: [UInt8]
        /// The oldest first.
        let builds: [Package]
    }

    struct Package: Decodable, Sendable {
        let platform: Platform
        let version: String
        let buildNumber: Int
        let minOS: String
        /// Of an ipa: the file in `builds`.
        let profile: String?
        let permissions: [String: String]
        let notes: String
        let by: DemoPerson
        let at: DemoMoment
        /// How often it was taken: on the last day, the day before, and so on.
        let downloads: [Int]
        let retired: DemoMoment?
        /// The name of the demo's package that is in it.
        let carries: String?
    }

    /// Fills those of the new apps that the seed knows.
    func fill(_ builds: Builds, _ installs: Installs, _ apps: AppIndex, _ new: Set<String>) async throws {
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "builds.json")))
        for entry in entries where new.contains(entry.app) {
            guard let app = apps.app(entry.app) else { continue }
            for package in entry.builds {
                let build = try await take(package, entry, past(builds, package.at, in: app), app)
                try await count(package, of: build, installs)
                if let retired = package.retired {
                    try await builds.at(retired, in: app).retire(build.id, of: app.id, by: package.by.actor)
                }
            }
        }
    }

    /// What a build carries is recorded at the time of the build.
    private func past(_ builds: Builds, _ moment: DemoMoment, in app: App) -> Builds {
        var past = builds.at(moment, in: app)
        past.shipments = PackageShipments(packages: builds.shipments.packages.at(moment, in: app))
        return past
    }

    private func take(_ package: Package, _ entry: Entry, _ builds: Builds, _ app: App) async throws -> Build {
        let path = "\(directory)/\(Random.hex(8)).part"
        let manifest = package.carries.flatMap { manifests[$0] }
        let contents = try BuildSeedPackage(package, entry, signatures: folder.appending(path: "builds"), manifest: manifest)
        try contents.write(to: path)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let name = "\(entry.name)-\(package.version).\(contents.kind.rawValue)"
        let upload = FileUpload(path: path, size: bytes.count, sha256: BlobID(of: bytes), md5: Hex.encode(Digest.md5(bytes)), name: name)
        return try await builds.take(upload, of: app, from: BuildSource(notes: package.notes), by: package.by.actor).build
    }

    /// The demo's phones never came: their downloads are only told of.
    private func count(_ package: Package, of build: Build, _ installs: Installs) async throws {
        let system = InstallSystem(build.platform)
        let days = package.downloads.enumerated().map { place, count in
            (installs.day(installs.clock.now.addingTimeInterval(-86_400 * Double(place)), app: build.app), count)
        }
        try await installs.database.write { connection in
            for (day, count) in days {
                for _ in 0..<count {
                    try connection.countInstall(build, on: day, by: system)
                    _ = try connection.countInstall(build.installCode)
                }
            }
        }
    }
}

extension Builds: DemoRoom {}
