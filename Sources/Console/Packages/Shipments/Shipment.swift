import Foundation
import Web

/// Which modules a version of an app came out with, as its `BuildConfig.json` says.
struct Shipment: Codable, Sendable, Equatable {
    let app: String
    let platform: Platform
    /// Of the app, as devices report it in their logs.
    let version: String
    /// Tells builds of one version apart; may be empty.
    let build: String
    /// Null for a package that this console does not know, or whose manifest says something else.
    let package: OrNull<PackageReference>
    let packageVersion: String
    /// How many it holds.
    let modules: Int
    let at: Date
    let by: String
}

/// What is recorded of a version that was shipped.
struct NewShipment: Sendable {
    let platform: Platform
    let version: String
    let build: String
    /// `BuildConfig.json`, as it came.
    let manifest: [UInt8]

    static let longestVersion = 64
    /// Of a `BuildConfig.json`; one of 200 modules has some 100 kB.
    static let mostBytes = 4 << 20

    /// - Throws: `invalid` for versions that no device could report.
    func check() throws {
        var wrong: [Rejection] = []
        for (field, text, isNeeded) in [("version", version, true), ("build", build, false)] {
            if text.isEmpty, isNeeded { wrong.append(Rejection(field, "web.required")) }
            if text.utf8.count > Self.longestVersion || !text.isOneLine { wrong.append(Rejection(field, "packages.shipments.version.long")) }
        }
        if manifest.count > Self.mostBytes { wrong.append(Rejection("buildConfig", "packages.shipments.tooLarge")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}
