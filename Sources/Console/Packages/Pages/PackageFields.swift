import Foundation
import Web

/// A repackaging as its form and its review hold it: everything is text until it is checked.
struct PackageFields: Codable, Sendable {
    var platform: String
    /// Empty for none.
    var baseline: String
    var minimumOS: String
    /// Names of those that are ticked.
    var modules: [String]
    /// By name of module; empty for whichever fits.
    private var version: [String: String]?
    /// SPDX ids that somebody said yes to.
    var accepted: [String]
    /// Number of the package that the review was made beside; empty before there was one.
    var after: String
    /// What the list of modules is searched for.
    var q: String
    /// Which way out was taken, on the page that shows them.
    private var `do`: String?

    init(
        platform: Platform,
        baseline: String = "",
        minimumOS: String = "",
        modules: [ModuleChoice] = [],
        accepted: [String] = []
    ) {
        self.platform = platform.rawValue
        self.baseline = baseline
        self.minimumOS = minimumOS
        self.modules = modules.map(\.module)
        version = Dictionary(modules.compactMap { choice in choice.version.map { (choice.module, $0) } }) { first, _ in first }
        self.accepted = accepted
        (after, q) = ("", "")
    }

    /// The one version that a module has to have; empty for whichever fits.
    func version(of module: String) -> String {
        version?[module]?.trimmingCharacters(in: .whitespaces) ?? ""
    }

    /// The way out that was taken.
    var wayOut: ModuleWayOut? { `do`.flatMap(ModuleWayOut.init(word:)) }

    /// What was filled in, as a script would send it.
    /// - Throws: `invalid` for a platform that is none.
    var choice: PackageChoice {
        get throws {
            guard let platform = Platform(rawValue: platform) else { throw Problem.invalid("platform", "web.choice") }
            return PackageChoice(
                platform: platform,
                modules: Set(modules).sorted().map { ModuleChoice($0, version(of: $0).orNil) },
                baseline: baseline.orNil,
                minimumOS: minimumOS.trimmingCharacters(in: .whitespaces).orNil,
                acceptedLicences: accepted.isEmpty ? nil : Set(accepted).sorted()
            )
        }
    }

    /// Takes a way out: the same choice with one thing changed.
    func taking(_ way: ModuleWayOut) -> PackageFields {
        var fields = self
        fields.do = nil
        switch way.kind {
        case .leaveOut: fields.untick(way.module)
        case .takeVersion: fields.tick(way.module, way.detail)
        case .freeVersion: fields.version?[way.module] = nil
        case .replace:
            fields.untick(way.module)
            fields.tick(way.detail, "")
        case .raiseMinimumOS: fields.minimumOS = way.detail
        case .acceptLicence: fields.accepted.append(way.detail)
        case .askForVersion: break
        }
        return fields
    }

    private mutating func untick(_ module: String) {
        modules.removeAll { $0 == module }
        version?[module] = nil
    }

    mutating func tick(_ module: String, _ wanted: String) {
        if !modules.contains(module) { modules.append(module) }
        version = (version ?? [:]).merging([module: wanted]) { $1 }
    }
}

/// As the value of a button: `takeVersion:MPLog:1.2.0`. Neither names nor versions hold a colon; what comes last may.
extension ModuleWayOut {
    var word: String { "\(kind.rawValue):\(module):\(detail)" }

    init?(word: String) {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init(kind: kind, module: String(parts[1]), detail: String(parts[2]))
    }
}

extension PackageFields {
    /// What a form begins with: what the package before was chosen of, or nothing but the newest baseline.
    init(platform: Platform, from: Package?, offer: PackageOffer, _ packages: Packages) async throws {
        guard let from else {
            self.init(platform: platform, baseline: offer.baselines.first ?? "")
            return
        }
        self.init(
            platform: platform,
            baseline: from.baseline.value ?? "",
            minimumOS: from.minimumOS.value ?? "",
            modules: from.chosen,
            accepted: try await packages.manifest(from.id, of: from.app).manifest.acceptedLicences
        )
    }
}
