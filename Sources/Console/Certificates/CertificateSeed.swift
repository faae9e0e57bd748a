import Foundation
import Signing
import Storage
import Web

/// The demo's certificates: `Seeds/certificates.json`. Real ones cannot be given away, so they are made here and nobody's phone trusts them.
struct CertificateSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let purpose: CertificatePurpose
        let alias: String
        let by: DemoPerson
        /// When it was brought here.
        let at: DemoMoment
        /// Of the app: bundle identifier and topic.
        let identifier: String
        /// Days that it is valid already, counted from the day of the seeding as the next two are.
        let since: Int
        /// Days that it goes on to be.
        let days: Int
        /// Days that the profile of a build certificate goes on to be valid.
        let profileDays: Int?
        let development: Bool?
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "certificates.json")))
    }

    /// Adds those of some apps.
    func add(to certificates: Certificates, _ apps: [App]) async throws {
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            let password = Random.hex(8)
            let files = try Self.files(entry, password, now: certificates.clock.now)
            let new = NewCertificate(platform: .ios, alias: entry.alias, password: password)
            _ = try await certificates.at(entry.at, in: app).add(files, new, for: entry.purpose, to: app, by: entry.by.actor)
        }
    }

    private static func files(_ entry: Entry, _ password: String, now: Date) throws -> [SmallFile] {
        let (key, certificate) = try identity(entry, now)
        guard let p12 = PKCS12.sealed(key, certificate, name: entry.alias, password: password) else { throw CertificateSeedFailure() }
        let file = SmallFile(field: "file", name: "\(entry.alias).p12", bytes: p12)
        guard let days = entry.profileDays else { return [file] }
        let end = now.addingTimeInterval(Double(days) * 86_400)
        let plist = Array(CertificateSeedProfile.text(entry.identifier, certificate, from: certificate.validFrom, until: end).utf8)
        guard let profile = CMS.sealed(plist, by: key, certificate) else { throw CertificateSeedFailure() }
        return [file, SmallFile(field: "profile", name: "\(entry.alias).mobileprovision", bytes: profile)]
    }

    private static func identity(_ entry: Entry, _ now: Date) throws -> (PrivateKey, X509Certificate) {
        let key = PrivateKey.make()
        var draft = X509Draft(
            commonName: "iPhone Distribution: Demo",
            organisationalUnit: "LQ38NAVXP6",
            userId: entry.identifier,
            validFrom: now.addingTimeInterval(Double(-entry.since) * 86_400),
            validUntil: now.addingTimeInterval(Double(entry.days) * 86_400)
        )
        if entry.purpose == .push {
            draft.isForDevelopment = entry.development ?? false
            draft.commonName = "\(draft.isForDevelopment ? "Apple Development" : "Apple Production") IOS Push Services: \(entry.identifier) (Demo)"
            draft.pushTopics = [entry.identifier]
        }
        return (key, try draft.signed(for: key))
    }
}

/// OpenSSL would not seal what it has just made: a bug.
private struct CertificateSeedFailure: Error {}

/// A provisioning profile as Apple writes them, for a company's own devices.
private enum CertificateSeedProfile {
    static func text(_ identifier: String, _ certificate: X509Certificate, from: Date, until: Date) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        <key>AppIDName</key><string>Demo</string>
        <key>ApplicationIdentifierPrefix</key><array><string>LQ38NAVXP6</string></array>
        <key>CreationDate</key><date>\(from.ISO8601Format())</date>
        <key>Platform</key><array><string>iOS</string></array>
        <key>DeveloperCertificates</key><array><data>\(Data(certificate.der).base64EncodedString())</data></array>
        <key>Entitlements</key><dict><key>application-identifier</key><string>LQ38NAVXP6.\(identifier)</string><key>get-task-allow</key><false/></dict>
        <key>ExpirationDate</key><date>\(until.ISO8601Format())</date>
        <key>Name</key><string>Demo In-House</string>
        <key>ProvisionsAllDevices</key><true/>
        <key>TeamIdentifier</key><array><string>LQ38NAVXP6</string></array>
        <key>TeamName</key><string>Demo</string>
        <key>UUID</key><string>\(UUID().uuidString)</string>
        <key>Version</key><integer>1</integer>
        </dict>
        </plist>
        """
    }
}

extension Certificates: DemoRoom {}
