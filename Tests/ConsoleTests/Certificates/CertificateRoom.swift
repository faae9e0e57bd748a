import Formats
import Foundation
import HTTPTypes
import HummingbirdTesting
import Signing
import TestSupport
import Web

@testable import Console

/// A console with an app for iOS and Android, and certificates that are made here.
struct CertificateRoom: Sendable {
    let console: TestConsole

    static let actor = Actor(id: "ann", name: "ann@example.com")
    static let password = "only for p12 4711"
    static let bundle = "com.example.demo"

    static func run(_ test: @Sendable (CertificateRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(CertificateRoom(console: console))
        }
    }

    var certificates: Certificates { console.server.certificates }
    var app: App { get throws { try console.server.apps.app("demo") } }
    var now: Date { console.clock.now }

    // MARK: files

    struct Identity: Sendable {
        let key: PrivateKey
        let certificate: X509Certificate
        let p12: [UInt8]
    }

    /// - Parameters:
    ///   - days: until it ends; below zero it has ended.
    ///   - topics: of pushes; without any it is one that apps are signed with.
    func identity(
        _ name: String = "iPhone Distribution: Example",
        days: Double = 300,
        topics: [String] = [],
        development: Bool = false
    ) throws -> Identity {
        let (rootKey, key) = (PrivateKey.make(), PrivateKey.make())
        let start = now.addingTimeInterval(-400 * 86_400)
        let root = try X509Draft(commonName: "Example Root", validFrom: start, validUntil: now.addingTimeInterval(4_000 * 86_400)).signed(
            for: rootKey
        )
        let draft = X509Draft(
            commonName: name,
            organisationalUnit: "TEAM123456",
            userId: Self.bundle,
            validFrom: start,
            validUntil: now.addingTimeInterval(days * 86_400),
            pushTopics: topics,
            isForDevelopment: development
        )
        let certificate = try draft.signed(for: key, by: (root, rootKey))
        guard let p12 = PKCS12.sealed(key, certificate, above: [root], name: "发布证书", password: Self.password) else { throw TestFailure("no p12") }
        return Identity(key: key, certificate: certificate, p12: p12)
    }

    /// A provisioning profile that lets some certificates sign.
    func profile(_ certificates: [X509Certificate], days: Double = 100, uuid: String = UUID().uuidString, by signer: Identity) throws -> [UInt8] {
        let signers = certificates.map { "<data>\(Data($0.der).base64EncodedString())</data>" }.joined()
        let plist = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>Name</key><string>Example In-House</string><key>UUID</key><string>\(uuid)</string>
            <key>TeamIdentifier</key><array><string>TEAM123456</string></array><key>TeamName</key><string>Example</string>
            <key>CreationDate</key><date>\(now.addingTimeInterval(-86_400).ISO8601Format())</date>
            <key>ExpirationDate</key><date>\(now.addingTimeInterval(days * 86_400).ISO8601Format())</date>
            <key>ProvisionsAllDevices</key><true/><key>DeveloperCertificates</key><array>\(signers)</array>
            <key>Entitlements</key><dict><key>application-identifier</key><string>TEAM123456.\(Self.bundle)</string></dict>
            </dict></plist>
            """
        return try signed(plist, by: signer)
    }

    func signed(_ text: String, by signer: Identity) throws -> [UInt8] {
        guard let sealed = CMS.sealed(Array(text.utf8), by: signer.key, signer.certificate) else { throw TestFailure("not signed") }
        return sealed
    }

    func zip(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).zip").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try ZipWriter(path: path)
        for (name, bytes) in files { try writer.add(name, bytes: bytes) }
        try writer.close()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    // MARK: bringing them

    /// As a script does.
    func bring(
        _ purpose: CertificatePurpose,
        _ files: [(field: String, name: String, bytes: [UInt8])],
        _ fields: [(String, String)] = [("password", password)],
        token: String? = nil
    ) async throws -> TestResponse {
        var body: [UInt8] = []
        for file in files {
            body += Array("--b\r\nContent-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\"\r\n\r\n".utf8) + file.bytes
            body += Array("\r\n".utf8)
        }
        for (name, value) in fields { body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8) }
        body += Array("--b--\r\n".utf8)
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=b", .authorization: "Bearer \(token ?? console.token)"]
        return try await console.ask(.post, "/api/v1/apps/demo/\(purpose.path)", headers: headers, body: body)
    }

    func bringPush(_ identity: Identity, _ fields: [(String, String)] = [("password", password)]) async throws -> CertificateView {
        try await bring(.push, [("file", "push.p12", identity.p12)], fields).json(CertificateView.self)
    }

    /// How many there are, retired ones too.
    func count(_ purpose: CertificatePurpose) async throws -> Int {
        try await console.api(.get, "/apps/demo/\(purpose.path)").json(List<CertificateView>.self).total
    }

    /// What the audit log says was done with certificates, oldest first.
    func actions() async throws -> [String] {
        struct Entry: Codable, Sendable { let action: String }
        let entries = try await console.api(.get, "/audit?app=demo&limit=100").json(List<Entry>.self).items
        return entries.map(\.action).filter { $0.hasPrefix("certificate.") }.reversed()
    }
}
