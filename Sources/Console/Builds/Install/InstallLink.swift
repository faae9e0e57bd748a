import Foundation
import Storage
import Web

/// An address that phones install from: `/i/{code}`.
struct InstallLink: Sendable, Equatable {
    /// 22 characters that nobody can guess: 128 bits.
    let code: String
    let app: String
    let target: InstallTarget
    /// Hashed with scrypt; nil lets everybody in.
    let password: String?
    let expiresAt: Date?
    /// How often its file may be taken.
    let most: Int?
    /// How often it was.
    let taken: Int
    let createdAt: Date

    /// Why nobody gets anything by it, apart from the build.
    func closed(at now: Date) -> InstallClosed? {
        if let expiresAt, expiresAt <= now { return .expired }
        if let most, taken >= most { return .full }
        return nil
    }

    func url(_ publicURL: String) -> String {
        "\(publicURL)/i/\(code)"
    }
}

/// What a link leads to.
enum InstallTarget: Sendable, Equatable {
    case build(String)
    /// The newest of a platform that is offered.
    case platform(Platform)
    /// The newest of whatever platform the visitor's phone is of.
    case app
}

/// Why a link gives nothing.
enum InstallClosed: String, Codable, CaseIterable, Sendable {
    case expired, full
    /// Its build was taken back, or there is none that it could lead to.
    case retired
}

/// What an owner sets of a link.
struct InstallSettings: Codable, Sendable {
    /// Nil leaves it as it is, an empty one lets everybody in.
    var password: String?
    /// As ``Moment`` reads it; nil or empty for always.
    var expiresAt: String?
    /// How often its file may be taken; nil for any number.
    var limit: Int?

    static let passwordLength = 4...64
    static let mostDownloads = 1...10_000_000
}

/// What is stored of ``InstallSettings``.
struct InstallRules: Sendable {
    let expiresAt: Date?
    let most: Int?

    /// - Parameter zone: of a time without an offset.
    /// - Throws: `invalid` with every field that is wrong.
    init(_ settings: InstallSettings, zone: TimeZone, at now: Date) throws {
        var wrong: [Rejection] = []
        expiresAt = try Moment.read(settings.expiresAt, "expiresAt")?.date(now: now, edge: now, calendar: .days(in: zone), isEnd: true)
        most = settings.limit
        if let expiresAt, expiresAt <= now { wrong.append(Rejection("expiresAt", "builds.link.expiresAt.past")) }
        if let most, !InstallSettings.mostDownloads.contains(most) { wrong.append(Rejection("limit", "builds.link.limit.range")) }
        let length = settings.password?.unicodeScalars.count ?? 0
        if length > 0, !InstallSettings.passwordLength.contains(length) { wrong.append(Rejection("password", "builds.link.password.length")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}
