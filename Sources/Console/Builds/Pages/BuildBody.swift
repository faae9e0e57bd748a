import Foundation
import Web

/// A build as JSON, and what its page and the list begin with.
struct BuildBody: Codable, Sendable {
    let id: String
    let app: String
    let platform: Platform
    let kind: BuildKind
    let identifier: String
    let version: String
    let buildNumber: String
    let displayName: String
    let minOS: String
    let targetOS: OrNull<String>
    let devices: [String]
    let permissions: [BuildPermission]
    let architectures: [String]
    let signing: BuildSigning
    /// Bytes.
    let size: Int
    let sha256: String
    let md5: String
    let fileName: String
    let hasIcon: Bool
    let installCode: String
    let installURL: String
    let state: BuildState
    let composition: BuildComposition
    /// What would stop it on every phone, or may.
    let findings: [InstallFinding]
    let notes: String
    let request: OrNull<String>
    let createdAt: Date
    let createdBy: String

    /// - Parameter app: nil where nobody compares identifiers.
    init(_ build: Build, _ app: App?, _ context: Context) {
        let facts = build.facts
        id = build.id
        self.app = build.app
        platform = build.platform
        kind = build.kind
        identifier = build.identifier
        version = build.version
        buildNumber = build.buildNumber
        displayName = build.displayName
        minOS = build.minOS
        targetOS = OrNull(facts.targetOS)
        devices = facts.devices
        permissions = facts.permissions
        architectures = facts.architectures
        signing = facts.signing
        size = build.size
        sha256 = build.sha256.text
        md5 = build.md5
        fileName = build.fileName
        hasIcon = build.icon != nil
        installCode = build.installCode
        installURL = build.installURL(context.publicURL)
        state = build.state
        composition = build.composition
        findings = InstallDoctor(build: build, now: context.reader.now).ofPackage(expected: app?.platform(build.platform)?.bundleId ?? "")
        notes = build.notes
        request = OrNull(build.request)
        createdAt = build.createdAt
        createdBy = build.createdBy
    }
}
