import Formats
import Signing

extension BuildReader {
    func read(_ app: IPA) throws(PackageError) -> BuildFacts {
        func text(_ key: String) -> String { app.info[key]?.text ?? "" }
        var facts = BuildFacts(
            kind: .ipa,
            identifier: text("CFBundleIdentifier"),
            version: text("CFBundleShortVersionString"),
            buildNumber: text("CFBundleVersion"),
            displayName: text("CFBundleDisplayName").orNil ?? text("CFBundleName"),
            minOS: text("MinimumOSVersion"),
            targetOS: text("DTPlatformVersion").orNil,
            devices: app.families,
            permissions: app.usages.map { BuildPermission(name: $0.key, reason: $0.reason) },
            architectures: try app.architectures()
        )
        if let message = try app.profile() { facts.signing = try signing(message, at: app.profilePath, notes: &facts.notes) }
        addIcon(app.icons, to: &facts) { path, limit throws(PackageError) in try app.icon(path, upTo: limit) }
        return facts
    }

    private func signing(_ message: [UInt8], at path: String, notes: inout [BuildNote]) throws(PackageError) -> BuildSigning {
        let cms = try signed(message, at: path)
        if !cms.isIntact { notes.append(BuildNote(word: "profileSignature", entry: path)) }
        let profile: MobileProvision
        do throws(FormatError) {
            profile = try MobileProvision(content: cms.content)
        } catch {
            throw .unreadable(path, error)
        }
        var signing = BuildSigning(profile: BuildProfile(profile))
        add(profile.certificates.prefix(Self.mostCertificates).map { (path, $0) }, to: &signing, notes: &notes)
        return signing
    }

    func signed(_ message: [UInt8], at path: String) throws(PackageError) -> CMS {
        do throws(CMSFailure) {
            return try CMS(der: message)
        } catch {
            throw .unreadable(path, .malformed)
        }
    }

    static let mostCertificates = 100

    /// Certificates as DER, each with the file that it is from. Each counts once.
    func add(_ certificates: [(path: String, der: [UInt8])], to signing: inout BuildSigning, notes: inout [BuildNote]) {
        for (path, der) in certificates {
            if let certificate = try? X509Certificate(der: der) {
                signing.add(certificate)
            } else {
                notes.append(BuildNote(word: "certificate", entry: path))
            }
        }
    }
}

extension BuildSigning {
    mutating func add(_ certificate: X509Certificate) {
        let certificate = BuildCertificate(certificate)
        if !certificates.contains(certificate) { certificates.append(certificate) }
    }
}

extension BuildCertificate {
    init(_ certificate: X509Certificate) {
        sha256 = certificate.sha256
        subject = BuildText.clean(certificate.subject, limit: 500)
        issuer = BuildText.clean(certificate.issuer, limit: 500)
        validFrom = certificate.validFrom
        validUntil = certificate.validUntil
    }
}

extension BuildProfile {
    init(_ profile: MobileProvision) {
        self.init(
            name: profile.name,
            uuid: profile.uuid,
            kind: Kind(profile.kind),
            teamId: profile.teamId,
            teamName: profile.teamName,
            createdAt: profile.createdAt,
            expiresAt: profile.expiresAt,
            devices: profile.devices,
            allDevices: profile.allDevices,
            entitlements: profile.entitlements
        )
    }
}

extension BuildProfile.Kind {
    init(_ kind: MobileProvision.Kind) {
        switch kind {
        case .development: self = .development
        case .adHoc: self = .adHoc
        case .appStore: self = .appStore
        case .enterprise: self = .enterprise
        }
    }
}
