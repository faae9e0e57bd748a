import Foundation
import Signing
import Storage
import Web

/// The demo: apps of `Seeds/`, two weeks of their devices' logs through the same door as any device's, and an account to look at them.
struct Demo: Sendable {
    let apps: Apps
    let accounts: Accounts
    /// Adds what is missing of things that belong to no app.
    let stock: @Sendable () async throws -> Void
    /// Removes them again, after the apps.
    let clear: @Sendable () async throws -> Void
    /// Gives new demo apps what each room has for them; answers how many log lines.
    let fill: @Sendable (_ apps: Set<String>) async throws -> Int
    /// Removes what other rooms keep of a deleted app.
    let erase: @Sendable (_ app: String) async throws -> Void
    /// Holds `apps.json`, and a file or folder for every room that has demo data.
    let seeds: URL
    /// Keeps the demo account's password for the line that `serve` prints; 0600.
    let loginFile: String

    static let email = "demo@example.com"
    /// How long the demo's apps have been there: longer than their devices' lines.
    private static let days = 15

    /// Loads what is missing; a demo that is there already stays as it is.
    func load() async throws -> DemoReport {
        let wanted = try JSONDecoder().decode([DemoApp].self, from: Data(contentsOf: seeds.appending(path: "apps.json")))
        try await removeUnfinished()
        try await stock()
        let missing = wanted.filter { apps.index.app($0.id) == nil }
        let began = apps.clock.now.addingTimeInterval(-Double(Self.days) * 86_400)
        for app in missing {
            try await apps.at(began).create(app.new, workspace: app.workspaceId, demo: true, by: .console)
        }
        let lines = missing.isEmpty ? 0 : try await fill(Set(missing.map(\.id)))
        return DemoReport(apps: wanted.map(\.id), created: missing.map(\.id), lines: lines, login: try await login())
    }

    /// The login is made last: without it an earlier run was cut short, and its apps have only part of their data.
    private func removeUnfinished() async throws {
        if Self.login(in: loginFile) == nil { _ = try await remove() }
    }

    /// The demo account with a password of its own for each installation: there is no default one to guess.
    private func login() async throws -> DemoReport.Login {
        if let login = Self.login(in: loginFile) { return login }
        let login = DemoReport.Login(email: Self.email, password: Random.hex(8))
        if try await accounts.exists(email: Self.email) {
            try await accounts.resetPassword(email: Self.email, password: login.password, by: .console)
        } else {
            try await accounts.createAdmin(email: Self.email, password: login.password, by: .console)
        }
        try JSONEncoder().encode(login).write(to: URL(fileURLWithPath: loginFile))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: loginFile)
        return login
    }

    /// The demo account, if there is one.
    static func login(in file: String) -> DemoReport.Login? {
        (try? Data(contentsOf: URL(fileURLWithPath: file))).flatMap { try? JSONDecoder().decode(DemoReport.Login.self, from: $0) }
    }

    /// Takes away every demo app with all its data, and the demo account.
    func remove() async throws -> DemoReport {
        let demo = apps.index.all.filter(\.demo)
        for app in demo {
            try await apps.delete(app.id, confirming: app.id, erasing: erase, by: .console)
        }
        try await clear()
        try await accounts.remove(email: Self.email, by: .console)
        try? FileManager.default.removeItem(atPath: loginFile)
        return DemoReport(apps: demo.map(\.id), created: [], lines: 0, login: nil)
    }
}

extension Apps: DemoRoom {}

/// One entry of `Seeds/apps.json`.
private struct DemoApp: Decodable {
    let englishName: String
    let name: String
    let platforms: [Platform]
    let workspaceId: String

    var id: String { englishName.lowercased() }
    var new: NewApp { NewApp(name: name, englishName: englishName, platforms: platforms) }
}
