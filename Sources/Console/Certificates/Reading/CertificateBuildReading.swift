import Formats
import Foundation
import Signing
import Web

/// A key that apps are signed with; for iOS with the provisioning profile that lets it.
struct CertificateBuildReading {
    let files: [CertificateFile]
    let new: NewCertificate
    let platform: AppPlatform
    let now: Date

    func read() throws -> CertificateContents {
        if let stranger = files.stranger(to: [.p12, .signed]) { throw stranger.unread(instead: stranger.kind == .text ? "text" : "unknown") }
        guard let file = try files.only(.p12, several: "severalKeys") else { throw Problem.invalid("file", "certificates.file.noP12") }
        let key = try CertificateKeyFile(file: file, password: new.password ?? "", now: now).read()
        let profile = try files.only(.signed, several: "severalProfiles")
        var facts = CertificateFacts(key)
        if now < key.certificate.validFrom { facts.warnings.append(.notYet) }
        if platform.platform == .ios {
            guard let profile else { throw Problem.invalid("profile", "certificates.profile.missing", ["file": file.name]) }
            try add(profile, of: key.certificate, to: &facts)
        } else if let profile {
            throw profile.refused("profileOfOther")
        }
        return CertificateContents(
            kind: .p12,
            environment: facts.profile?.kind == .development ? .development : .production,
            alias: CertificateAlias.pick(new.alias, facts.profile?.name, key.friendlyName, key.certificate.commonName, file.shortName),
            fileName: file.shortName,
            facts: facts,
            secret: CertificateSecret(file: Data(file.bytes), password: new.password ?? "", profile: profile.map { Data($0.bytes) })
        )
    }

    private func add(_ file: CertificateFile, of certificate: X509Certificate, to facts: inout CertificateFacts) throws {
        let provision = try read(file)
        guard now < provision.expiresAt else { throw file.refused("profileExpired", ["until": CertificateKeyFile.day(provision.expiresAt)]) }
        guard provision.certificates.contains(certificate.der) else {
            let names = provision.certificates.prefix(3).compactMap { try? X509Certificate(der: $0).commonName }.joined(separator: "; ")
            throw file.refused("profileOfOtherKey", ["certificate": certificate.commonName, "others": names.isEmpty ? "-" : names])
        }
        facts.profile = BuildProfile(provision).cleaned
        facts.profileSHA256 = Hex.encode(Digest.sha256(file.bytes))
        if !platform.bundleId.isEmpty, !provision.covers(platform.bundleId) { facts.warnings.append(.otherApp) }
    }

    private func read(_ file: CertificateFile) throws -> MobileProvision {
        let message: CMS
        do {
            message = try CMS(der: file.bytes)
        } catch {
            throw file.refused("notSigned")
        }
        guard message.isIntact else { throw file.refused("changed") }
        do {
            return try MobileProvision(content: message.content)
        } catch {
            throw file.refused("noPlist")
        }
    }
}

extension MobileProvision {
    /// Whether an app of this bundle id may be signed with it: its own says so exactly, or for all that begin alike.
    fileprivate func covers(_ bundleId: String) -> Bool {
        guard let identifier = entitlements["application-identifier"] ?? entitlements["com.apple.application-identifier"] else { return true }
        let own = identifier.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        return own == bundleId || own == "*" || (own.hasSuffix(".*") && bundleId.hasPrefix(own.dropLast()))
    }
}

enum CertificateAlias {
    /// The first that is no blank, on one line and not too long.
    static func pick(_ names: String?...) -> String {
        let name = names.lazy.compactMap { $0?.trimmingCharacters(in: .whitespacesAndNewlines) }.first { !$0.isEmpty && $0.isOneLine } ?? "-"
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(CertificateLimits.alias)))
    }
}
