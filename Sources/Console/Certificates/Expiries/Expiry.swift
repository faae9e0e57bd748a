import Foundation
import Web

/// Something that ceases to work on a day, and what stops with it.
public struct Expiry: Codable, Sendable, Equatable {
    /// The certificate's id; of builds their profile's.
    public let id: String
    public let what: ExpiryKind
    public let app: String
    public let appName: String
    public let platform: Platform
    public let name: String
    public let expiresAt: Date
    /// Whole days; below zero once it is expired.
    public let daysLeft: Int
    public let level: ExpiryLevel
    public let stops: ExpiryEffect
    /// Of a profile of builds: how many are offered with it.
    public let builds: Int
    /// Its page.
    public let path: String
}

/// What ends.
public enum ExpiryKind: String, Codable, CaseIterable, Sendable {
    case buildCertificate, pushCertificate
    /// The profile that was brought with a build certificate, where it ends first.
    case certificateProfile
    /// The profile within builds that are offered.
    case buildProfile
}

/// What nobody can do any more.
public enum ExpiryEffect: String, Codable, CaseIterable, Sendable {
    /// Apps that were signed for a company, or by hand for some devices, no longer install and no longer open.
    case installs
    /// Nothing can be signed with it: builds fail.
    case builds
    /// Devices get no pushes.
    case pushes
}

/// How near it is.
public enum ExpiryLevel: String, Codable, CaseIterable, Sendable {
    /// More than 60 days.
    case later
    /// Up to 60, 30 and 7 days.
    case notice, soon, urgent
    case expired

    init(_ end: Date, now: Date) {
        let days = end.timeIntervalSince(now) / 86_400
        self = days <= 0 ? .expired : days <= 7 ? .urgent : days <= 30 ? .soon : days <= 60 ? .notice : .later
    }

    /// Days ahead from which on something is told.
    static let horizon = 60

    /// Whole days that are left; -1 on the day after the end.
    static func days(until end: Date, now: Date) -> Int {
        Int((end.timeIntervalSince(now) / 86_400).rounded(.down))
    }
}
