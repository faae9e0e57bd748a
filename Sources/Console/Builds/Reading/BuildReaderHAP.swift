import Formats
import Signing

extension BuildReader {
    func read(_ app: HAP) throws(PackageError) -> BuildFacts {
        var facts = BuildFacts(
            kind: .hap,
            identifier: app.identifier,
            version: app.versionName,
            buildNumber: app.versionCode,
            displayName: app.label,
            minOS: app.minAPI,
            targetOS: app.targetAPI,
            devices: app.devices,
            permissions: app.permissions.map { BuildPermission(name: $0.name, reason: $0.reason) },
            architectures: app.architectures
        )
        if app.lacksResources { facts.notes.append(BuildNote(word: "resources", entry: HAP.resourcesPath)) }
        if let signing = try app.signing() { try add(signing, to: &facts) }
        addIcon(app.icons, to: &facts) { path, limit throws(PackageError) in try app.icon(path, upTo: limit) }
        return facts
    }

    private func add(_ signing: HAPSigning, to facts: inout BuildFacts) throws(PackageError) {
        let entry = HAP.signingPath
        let signer = (try? CMS.certificates(of: signing.signature)).flatMap { Self.signer(among: $0) }
        if let signer { facts.signing.add(signer) } else { facts.notes.append(BuildNote(word: "signature", entry: entry)) }
        guard let message = signing.profile else { return }
        let cms = try signed(message, at: entry)
        if !cms.isIntact { facts.notes.append(BuildNote(word: "profileSignature", entry: entry)) }
        do throws(FormatError) {
            facts.signing.profile = BuildProfile(try HAPProfile(content: cms.content), team: signer?.organisation ?? "")
        } catch {
            throw .unreadable(entry, error)
        }
    }
}

extension BuildProfile {
    /// Huawei's profiles have no name of their own, and say who a developer is by a number.
    fileprivate init(_ profile: HAPProfile, team: String) {
        let kind = Kind(profile)
        self.init(
            name: profile.bundleName,
            uuid: profile.uuid,
            kind: kind,
            teamId: profile.developerId,
            teamName: team,
            createdAt: profile.validFrom,
            expiresAt: profile.validUntil,
            devices: profile.devices ?? [],
            allDevices: kind == .enterprise,
            entitlements: [:]
        )
    }
}

extension BuildProfile.Kind {
    fileprivate init(_ profile: HAPProfile) {
        switch (profile.type, profile.distribution) {
        case ("debug", _): self = .development
        case (_, "enterprise"), (_, "enterprise_normal"), (_, "enterprise_mdm"): self = .enterprise
        case (_, "internaltesting"): self = .adHoc
        default: self = .appStore
        }
    }
}
