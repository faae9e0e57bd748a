import Foundation
import Signing
import Storage
import Web

/// Install links: who may take a build by which, and how often it was taken.
struct Installs: Sendable {
    let database: Database
    let apps: AppIndex
    let audit: Audit
    let clock: Clock
    let hasher: AccountPasswordHasher
    let seal: InstallSeal
    private let throttle = InstallThrottle()

    init(database: Database, apps: AppIndex, audit: Audit, clock: Clock, hasher: AccountPasswordHasher, seal: InstallSeal) {
        self.database = database
        self.apps = apps
        self.audit = audit
        self.clock = clock
        self.hasher = hasher
        self.seal = seal
    }

    // MARK: for owners

    /// Those that follow the newest: the app's first, then its platforms'. None before the first build.
    func links(of app: String) async throws -> [InstallLink] {
        try await database.read { try $0.installLinks(of: app) }
    }

    /// - Throws: `notFound`.
    func link(_ code: String, of app: String) async throws -> InstallLink {
        guard let link = try await database.read({ try $0.installLink(code, of: app) }) else { throw Problem.notFound }
        return link
    }

    /// - Throws: `notFound`; `invalid` for settings that cannot be.
    func edit(_ code: String, of app: App, _ settings: InstallSettings, by actor: Actor) async throws {
        let rules = try InstallRules(settings, zone: app.timeZone, at: clock.now)
        let record: String?? = if let password = settings.password { password.isEmpty ? .some(nil) : try await hasher.hash(password) } else { nil }
        try await database.write { connection in
            guard let link = try connection.installLink(code, of: app.id) else { throw Problem.notFound }
            try connection.setInstallLink(code, rules)
            if let record { try connection.setInstallPassword(code, record) }
            let after = [
                "password": record.map { $0 == nil ? "" : "***" }, "expiresAt": rules.expiresAt?.ISO8601Format(), "limit": rules.most.map { "\($0)" },
            ]
            try audit.record(connection, by: actor, "install.edit", app: app.id, object: link.target.spoken, after: after.compactMapValues { $0 })
        }
    }

    /// Gives a link another address; the old one leads nowhere.
    /// - Returns: the new code.
    /// - Throws: `notFound`.
    func renew(_ code: String, of app: String, by actor: Actor) async throws -> String {
        let new = InstallCode.make()
        try await database.write { connection in
            guard let link = try connection.installLink(code, of: app) else { throw Problem.notFound }
            try connection.renewInstallLink(code, as: new)
            try audit.record(connection, by: actor, "install.renew", app: app, object: link.target.spoken)
        }
        return new
    }

    /// How often a build was taken, newest day first; days without a download are absent.
    func days(_ build: Build, last: Int) async throws -> [InstallCount] {
        let since = day(clock.now.addingTimeInterval(-Double(last - 1) * 86_400), app: build.app)
        return try await database.read { try $0.installDays(build.app, build: build.id, since: since) }
    }

    /// By build; those that nobody took are absent.
    func totals(_ app: String, of builds: [String]) async throws -> [String: Int] {
        guard !builds.isEmpty else { return [:] }
        return try await database.read { try $0.installTotals(app, of: builds) }
    }

    /// In the app's zone.
    func day(_ time: Date, app: String) -> String {
        time.formatted(Date.ISO8601FormatStyle(timeZone: apps.app(app)?.timeZone ?? .gmt).year().month().day())
    }

    // MARK: for visitors

    /// - Parameter address: the visitor's.
    /// - Throws: `notFound`, always the same whatever is wrong with the code; `limited` after too many of these.
    func visit(_ code: String, from address: String) async throws -> InstallLink {
        try throttle.check(address, at: clock.now)
        let link = InstallCode.isOne(code) ? try await database.read { try $0.installLink(code) } : nil
        guard let link, apps.app(link.app)?.archivedAt == nil else {
            throttle.miss(address, at: clock.now)
            throw Problem.notFound
        }
        return link
    }

    /// What a link leads a visitor to; nil when there is nothing.
    func build(_ link: InstallLink, for system: InstallSystem) async throws -> Build? {
        try await database.read { connection in
            switch link.target {
            case .build(let id):
                let build = try connection.build(link.app, id)
                return build?.state == .current ? build : nil
            case .platform(let platform): return try connection.latestBuild(link.app, platform)
            case .app: return try connection.latestBuild(link.app, system.platform)
            }
        }
    }

    /// Whether somebody may in who says a word.
    /// - Throws: `limited` after too many words; `invalid` on `password` for a wrong one.
    func open(_ link: InstallLink, password: String, from address: String) async throws {
        let limits = [SessionThrottle.Limit(key: "install:\(link.code)", most: 100), SessionThrottle.Limit(key: "install:\(address)", most: 20)]
        let now = clock.now
        let attempt = try await database.write { try SessionThrottle.begin($0, limits, at: now) }
        let isRight = try await hasher.verify(String(password.prefix(InstallSettings.passwordLength.upperBound + 1)), against: link.password)
        guard isRight else { throw Problem.invalid("password", "builds.install.wrongPassword") }
        try await database.write { try $0.deleteAttempt(attempt) }
    }

    /// Counts a download when its first part is asked for; later parts, and the same part again, count nothing.
    /// - Throws: `forbidden` when as many were taken as may be.
    func claim(_ ticket: InstallTicket, _ link: InstallLink, _ build: Build) async throws {
        if try await database.read({ try $0.isInstallDownload(link.app, ticket.nonce) }) { return }
        let now = clock.now
        let day = day(now, app: link.app)
        try await database.write { connection in
            guard try connection.insertInstallDownload(link.app, ticket.nonce, at: now) else { return }
            guard try connection.countInstall(link.code) else { throw Problem(.forbidden, "builds.install.full") }
            try connection.countInstall(build, on: day, by: ticket.system)
        }
    }

    /// How long a download may take, with all its pauses.
    static let patience: TimeInterval = 86_400

    /// Forgets downloads whose tickets are no longer good.
    @Sendable func purge() async throws {
        let end = clock.now.addingTimeInterval(-2 * Self.patience)
        try await database.write { try $0.deleteInstallDownloads(before: end) }
    }
}

extension InstallTarget {
    /// For the audit log.
    fileprivate var spoken: String {
        switch self {
        case .build(let id): id
        case .platform(let platform): "latest \(platform.rawValue)"
        case .app: "latest"
        }
    }
}
