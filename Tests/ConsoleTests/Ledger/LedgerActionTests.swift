import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct LedgerActionTests {
    /// What is in the audit log and is no change: log-ins, reads, trials, and the daily work on crashes, feedback and jobs.
    private static let noChanges: Set = [
        "account.logIn", "account.logOut", "account.logOutEverywhere", "account.refuseLogIn", "account.refuseConfirmation", "account.edit",
        "account.changePassword", "account.setPassword", "account.resetPassword", "account.makeLink", "alert.resend", "alert.testChannel",
        "app.revealSecret", "buildRequest.create", "buildRequest.cancel", "buildRequest.succeeded", "buildRequest.failed",
        "certificate.unlock", "crash.assign", "crash.comment", "crash.merge", "crash.split", "crash.state", "diagnosis.read",
        "diagnosis.download", "feedback.reply", "feedback.state", "feedback.tag", "gateway.try", "hotpatchKey.convert", "hotpatchKey.export",
        "job.cancel", "job.retry", "log.export", "push.test", "push.unbind", "pushCredential.try", "telemetry.erase", "telemetry.rebuild",
        "view.save", "view.change", "view.delete",
    ]

    /// Every action of the catalogues, as their keys name them.
    private static let actions: Set<String> = {
        let views = "\(TestConsole.home)/Views"
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: views)) ?? []
        let texts = folders.compactMap { try? String(contentsOfFile: "\(views)/\($0)/en.txt", encoding: .utf8) }
        return Set(
            texts.flatMap { text in
                text.matches(of: #/label\.action\.(\w+) =/#).map { String($0.output.1).replacing("_", with: ".", maxReplacements: 1) }
            }
        )
    }()

    @Test func everyActionIsDecidedOn() {
        #expect(Self.actions.count > 150)
        let decided = Set(LedgerActions.byName.keys)
        #expect(Self.actions.subtracting(decided).subtracting(Self.noChanges).isEmpty)
        #expect(decided.subtracting(Self.actions).isEmpty, "a change that no room makes")
        #expect(decided.isDisjoint(with: Self.noChanges))
    }

    @Test func everyActionStandsOnce() {
        let all = (LedgerActions.outside + LedgerActions.inside).flatMap(\.1)
        #expect(all.count == Set(all).count)
        #expect(all.count == LedgerActions.byName.count)
    }

    @Test func everyKindHasActions() {
        for kind in LedgerKind.allCases { #expect(!LedgerActions.names(of: kind, reachingDevices: false, roles: true).isEmpty) }
    }

    @Test func rolesAreAskedForExpressly() {
        #expect(LedgerActions.names(of: .role, reachingDevices: false, roles: false).isEmpty)
        #expect(!LedgerActions.names(of: nil, reachingDevices: false, roles: false).contains("token.create"))
        #expect(LedgerActions.names(of: nil, reachingDevices: false, roles: true).contains("token.create"))
    }

    @Test func whatDevicesFeelIsAPartOfAll() {
        let felt = LedgerActions.names(of: nil, reachingDevices: true, roles: true)
        #expect(felt.contains("hotpatch.halt") && felt.contains("switch.publish") && felt.contains("log.configure"))
        #expect(!felt.contains("hotpatch.create") && !felt.contains("push.confirmation") && !felt.contains("certificate.add"))
    }

    /// Each link leads to a route that there is, whatever the rooms write into their entries.
    @Test func everyChangeLeadsToAPage() async throws {
        try await TestConsole.run { console in
            let router = try console.server.router(views: try TestConsole.views.get())
            let pages = router.routes.filter { $0.method == .get }.map { "\($0.path)" }.filter { !$0.hasPrefix("/api/") }
            for action in LedgerActions.byName.keys.sorted() {
                for object in ["ios #3 (0123456789abcdef)", "ios behaviour", "7", "MPLog 1.0.0 (ios)"] {
                    let href = try #require(LedgerChange(.sample(action, object))?.href.value, "\(action) has no page")
                    #expect(pages.contains { Self.fits(href, $0) }, "\(action): \(href)")
                }
            }
        }
    }

    private static func fits(_ href: String, _ pattern: String) -> Bool {
        let (words, parts) = (href.split(separator: "/"), pattern.split(separator: "/"))
        return words.count == parts.count && zip(words, parts).allSatisfy { $1.hasPrefix("{") || $1.hasPrefix(":") || $0 == $1 }
    }
}

extension AuditRecord {
    /// An entry as rooms write them; what belongs to no app there does so here.
    static func sample(_ action: String, _ object: String, before: [String: String] = [:], after: [String: String] = [:]) -> AuditRecord {
        AuditRecord(
            id: "0000000000000001",
            at: Date(timeIntervalSince1970: 1_795_228_800),
            actor: "ann",
            actorName: "ann@example.com",
            address: "",
            requestID: "",
            action: action,
            app: action.hasPrefix("module") || action.hasPrefix("account") ? nil : "demo",
            object: object,
            before: before,
            after: after
        )
    }
}
