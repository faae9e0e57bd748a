import Formats
import Signing

extension BuildReader {
    func read(_ app: APK) throws(PackageError) -> BuildFacts {
        var facts = BuildFacts(.apk, app.facts, architectures: app.architectures)
        if app.lacksResources { facts.notes.append(BuildNote(word: "resources", entry: APK.resourcesPath)) }
        let block = try app.signing()
        facts.signing.schemes = block.schemes
        add(block.certificates.map { ("APK Signing Block", $0) }, to: &facts.signing, notes: &facts.notes)
        addOldSignatures(try app.oldSignatures(), to: &facts)
        addIcon(app.facts.icons, to: &facts) { path, limit throws(PackageError) in try app.icon(path, upTo: limit) }
        return facts
    }

    func read(_ app: AAB) throws(PackageError) -> BuildFacts {
        var facts = BuildFacts(.aab, app.facts, architectures: app.architectures)
        if app.lacksResources { facts.notes.append(BuildNote(word: "resources", entry: AAB.resourcesPath)) }
        addOldSignatures(try app.oldSignatures(), to: &facts)
        addIcon(app.facts.icons, to: &facts) { path, limit throws(PackageError) in try app.icon(path, upTo: limit) }
        return facts
    }

    /// Those of the first scheme, each with its signer's certificate and perhaps those that vouch for it.
    private func addOldSignatures(_ signatures: [(path: String, message: [UInt8])], to facts: inout BuildFacts) {
        for (path, message) in signatures {
            guard let certificates = try? CMS.certificates(of: message), let signer = Self.signer(among: certificates) else {
                facts.notes.append(BuildNote(word: "signature", entry: path))
                continue
            }
            if !facts.signing.schemes.contains("v1") { facts.signing.schemes.insert("v1", at: 0) }
            facts.signing.add(signer)
        }
    }

    /// The one that vouches for none of the others.
    static func signer(among certificates: [X509Certificate]) -> X509Certificate? {
        certificates.first { one in !certificates.contains { $0 != one && $0.issuer == one.subject } } ?? certificates.first
    }
}

extension BuildFacts {
    fileprivate init(_ kind: BuildKind, _ facts: APKFacts, architectures: [String]) {
        self.init(
            kind: kind,
            identifier: facts.identifier,
            version: facts.versionName,
            buildNumber: facts.versionCode,
            displayName: facts.label,
            minOS: facts.minSDK,
            targetOS: facts.targetSDK,
            devices: facts.devices,
            permissions: facts.permissions.map { BuildPermission(name: $0) },
            architectures: architectures
        )
    }
}
