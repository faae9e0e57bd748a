import Foundation
import Storage
import Web

/// A private key with what vouches for it: what an app is signed with, or what opens Apple's push service for it. The key itself is not in here.
public struct Certificate: Codable, Sendable, Equatable {
    public let id: String
    public let app: String
    public let platform: Platform
    public let purpose: CertificatePurpose
    public let kind: CertificateKind
    /// What people call it (别名).
    public let alias: String
    public let environment: CertificateEnvironment
    /// Where pushes go; nil for a build certificate.
    public let endpoint: CertificateEndpoint?
    public let facts: CertificateFacts
    /// What the key's file was called.
    public let fileName: String
    public let state: CertificateState
    public let createdAt: Date
    public let createdBy: String
    public let retiredAt: Date?

    /// When it ceases to work: with its profile, where that ends first. Nil for a token key, which has no end.
    var worksUntil: Date? {
        [facts.signer?.validUntil, facts.profile?.expiresAt].compactMap { $0 }.min()
    }

    /// What pushes go to unless they name another; empty for a build certificate, and for one that names none.
    public var topic: String { facts.topics.first ?? "" }
}

/// What it is for.
public enum CertificatePurpose: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case build, push

    /// Its part of addresses.
    var path: String { "\(rawValue)-certificates" }
}

/// What its key came in. The raw value is the file name's extension.
public enum CertificateKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case p12
    /// A token key: it signs tokens for all apps of a team, and nobody vouches for it.
    case p8
}

/// For which apps: those that Xcode puts on a device, or those that people get.
public enum CertificateEnvironment: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case development, production
}

/// Whether it is in use. One that is retired keeps its key, but nothing uses it and nobody is told that it expires.
public enum CertificateState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case current, retired

    /// What may follow what.
    static let transitions: [CertificateState: Set<CertificateState>] = [.current: [.retired], .retired: [.current]]

    func mayBecome(_ next: CertificateState) -> Bool {
        Self.transitions[self]?.contains(next) ?? false
    }
}

enum CertificateLimits {
    /// Bytes of each file.
    static let file = 1 << 20
    /// Bytes of the roots that an endpoint is trusted by.
    static let root = 16 << 10
    /// Characters.
    static let alias = 60
    /// Characters of a password.
    static let password = 256
    /// Of an app and purpose, retired ones too: all are looked through.
    static let most = 100
}
