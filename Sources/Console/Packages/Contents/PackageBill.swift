import Foundation

/// The package's software bill of materials: CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/. Like the manifest it tells nothing that
/// differs between two packages of the same contents.
struct PackageBill: Encodable, Sendable {
    let bomFormat = "CycloneDX"
    let specVersion = "1.6"
    let serialNumber: String
    let version = 1
    let metadata: Metadata
    let components: [Component]
    let dependencies: [Dependency]

    struct Metadata: Encodable, Sendable {
        let timestamp: String
        let tools: Tools
        let component: Component
    }

    struct Tools: Encodable, Sendable {
        let components: [Component]
    }

    struct Component: Encodable, Sendable {
        let type: String
        var reference: String?
        let name: String
        let version: String?
        var hashes: [Hash]?
        var licenses: [BillLicence]?
        var purl: String?
        var properties: [Property]?

        enum CodingKeys: String, CodingKey {
            case type, name, version, hashes, licenses, purl, properties
            case reference = "bom-ref"
        }
    }

    struct Hash: Encodable, Sendable {
        let alg: String
        let content: String
    }

    struct Property: Encodable, Sendable {
        let name: String
        let value: String
    }

    struct Dependency: Encodable, Sendable {
        let ref: String
        let dependsOn: [String]
    }
}

extension PackageBill {
    static let fileName = "bom.cdx.json"

    /// - Parameter digest: of all that is in the package.
    init(_ manifest: PackageManifest, digest: String) {
        serialNumber = Self.serialNumber(digest)
        let app = Component(type: "application", reference: "app:\(manifest.app.appKey)", name: manifest.app.name, version: manifest.packageVersion)
        let tool = Component(type: "application", name: "main site console", version: PackageContents.generator)
        metadata = Metadata(timestamp: manifest.time, tools: Tools(components: [tool]), component: app)
        let modules = manifest.modules.map { Component($0, manifest.platform) }
        let included = manifest.thirdParty.filter(\.included)
        components =
            modules
            + included.map {
                Component(type: "library", reference: $0.reference, name: $0.name, version: $0.version.unlessEmpty, licence: $0.licence)
            }
        dependencies = Self.dependencies(manifest, app: app.reference ?? "") + included.map { Dependency(ref: $0.reference, dependsOn: []) }
    }

    /// A UUID of version 8 (RFC 9562, section 5.8), whose bits are the package's own.
    private static func serialNumber(_ digest: String) -> String {
        var digits = Array(digest.utf8.prefix(32))
        digits[12] = UInt8(ascii: "8")
        // The variant's two bits are 10: 8, 9, a or b.
        digits[16] = Array("89ab".utf8)[Int(digits[16] & 3)]
        let text = String(decoding: digits, as: UTF8.self)
        let lengths = [8, 4, 4, 4, 12]
        let groups = lengths.indices.map { place in text.dropFirst(lengths[..<place].reduce(0, +)).prefix(lengths[place]) }
        return "urn:uuid:" + groups.joined(separator: "-")
    }

    /// The app needs what somebody chose; everything else is needed by modules.
    private static func dependencies(_ manifest: PackageManifest, app: String) -> [Dependency] {
        let references = Dictionary(uniqueKeysWithValues: manifest.modules.map { ($0.name, $0.reference(manifest.platform)) })
        var needs: [String: [String]] = [:]
        for module in manifest.modules {
            for other in module.requiredBy { needs[other, default: []].append(references[module.name] ?? "") }
        }
        let direct = manifest.modules.filter(\.direct).compactMap { references[$0.name] }
        return [Dependency(ref: app, dependsOn: direct.sorted())]
            + manifest.modules.map { module in
                let libraries = module.thirdParty.filter(\.included).compactMap { library in
                    manifest.thirdParty.first { $0.name == library.name && $0.version == library.version }?.reference
                }
                return Dependency(ref: references[module.name] ?? "", dependsOn: Set((needs[module.name] ?? []) + libraries).sorted())
            }
    }
}

extension PackageBill.Component {
    fileprivate init(_ module: ManifestModule, _ platform: Platform) {
        let isFramework = module.kind == .framework || module.kind == .xcframework
        self.init(
            type: isFramework ? "framework" : "library",
            reference: module.reference(platform),
            name: module.name,
            version: module.version,
            hashes: [PackageBill.Hash(alg: "SHA-256", content: module.sha256)],
            licenses: BillLicence(module.licence).map { [$0] },
            purl: module.reference(platform),
            properties: [
                .init(name: "mainsite:artifactKind", value: module.kind.rawValue), .init(name: "mainsite:artifactSize", value: "\(module.size)"),
                .init(name: "mainsite:direct", value: "\(module.direct)"), .init(name: "mainsite:minimumOS", value: module.minimumOS),
            ] + module.linkerFlags.map { .init(name: "mainsite:linkerFlag", value: $0) }
                + module.systemFrameworks.map { .init(name: "mainsite:systemFramework", value: $0) }
                + module.thirdParty.filter { !$0.included }.map { .init(name: "mainsite:addByHand", value: "\($0.name) \($0.version)".trimmed) }
        )
    }

    fileprivate init(type: String, reference: String, name: String, version: String?, licence: String) {
        self.init(type: type, reference: reference, name: name, version: version, licenses: BillLicence(licence).map { [$0] })
    }
}

extension ManifestModule {
    /// https://github.com/package-url/purl-spec: names and versions of modules hold nothing that would have to be escaped.
    fileprivate func reference(_ platform: Platform) -> String {
        "pkg:generic/\(name)@\(version)?checksum=sha256:\(sha256)&platform=\(platform.rawValue)"
    }
}

extension ModuleThirdParty {
    fileprivate var reference: String { "library:\(name)@\(version)" }
}

extension String {
    fileprivate var unlessEmpty: String? { isEmpty ? nil : self }

    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

/// A licence by its id where it is one that every reader knows, otherwise as the SPDX expression that it is.
enum BillLicence: Encodable, Sendable {
    case id(String)
    case expression(String)

    /// Of https://spdx.org/licenses/, those that modules have. An id that is not on a reader's list is refused by it; an expression never is.
    private static let known: Set = [
        "0BSD", "AFL-3.0", "AGPL-3.0-only", "AGPL-3.0-or-later", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "CC-BY-4.0",
        "EPL-2.0", "FTL", "GPL-2.0-only", "GPL-2.0-or-later", "GPL-3.0-only", "GPL-3.0-or-later", "ICU", "IJG", "ISC", "LGPL-2.1-only",
        "LGPL-2.1-or-later", "LGPL-3.0-only", "LGPL-3.0-or-later", "MIT", "MPL-2.0", "MulanPSL-2.0", "NCSA", "OFL-1.1", "OpenSSL", "Unlicense",
        "WTFPL", "Zlib", "blessing", "curl", "libpng-2.0",
    ]

    /// - Returns: nil when nobody knows the licence.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self = Self.known.contains(text) ? .id(text) : .expression(text)
    }

    private enum CodingKeys: String, CodingKey {
        case license, expression
    }

    private struct Named: Encodable {
        let id: String
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .id(let id): try container.encode(Named(id: id), forKey: .license)
        case .expression(let text): try container.encode(text, forKey: .expression)
        }
    }
}
