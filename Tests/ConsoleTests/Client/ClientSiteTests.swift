import Foundation
import MainSiteClient
import TestSupport
import Testing

/// The library against the console: each was written from the contract.
@Suite struct ClientSiteTests {
    @Test func anAppThatWakesIsActive() async throws {
        try await ClientSite.run { demo in
            try await demo.withSite { site in
                await site.wake(.coldStart)
                #expect(await site.uploads.waiting == 0)
                let totals = try await self.totals(demo)
                #expect(totals.actives == 1)
            }
        }
    }

    @Test func anUploadWhoseAnswerIsLostIsCountedOnce() async throws {
        try await ClientSite.run { demo in
            try await demo.withSite { site in
                demo.wire.loseAnswers(3)
                site.logs.record { $0.reportActive(at: demo.console.clock.now) }
                let lost = await site.logs.flush()
                #expect(lost.waiting == 1 && lost.delivered == 0)
                let report = await site.logs.flush()
                #expect(report.duplicates == 1 && report.waiting == 0)
                let totals = try await self.totals(demo)
                #expect(totals.actives == 1)
            }
        }
    }

    @Test func aCrashThatIsReportedTwiceIsCountedOnce() async throws {
        try await ClientSite.run { demo in
            try await demo.withSite { site in
                let text = Array("java.lang.IllegalStateException: no items\n\tat com.example.Order.total(Order.java:118)\n".utf8)
                let first = await site.crashes.report(text, version: "2.2.0")
                let second = await site.crashes.report(text, version: "2.2.0")
                #expect(first.accepted == 1 && second.duplicates == 1)
                let totals = try await self.totals(demo)
                #expect(totals.crashes == 1)
            }
        }
    }

    @Test func aCallWithAnotherSecretIsRefusedInWords() async throws {
        try await ClientSite.run { demo in
            try await demo.withSite(secret: String(repeating: "0", count: 32)) { site in
                let refused = await site.switches.refresh()
                guard case .failure(.refused(let refusal)) = refused else {
                    Issue.record("\(refused)")
                    return
                }
                #expect(refusal.status == .signatureMismatch)
                #expect(refusal.memo?.isEmpty == false && refusal.tips?.contains("%") == false)
            }
        }
    }

    @Test(arguments: [GatewaySigner.Form.md5, .hmacSHA256], [GatewayTimestamp.decimal, .radix64])
    func bothFormsAndBothTimesAreTaken(form: GatewaySigner.Form, timestamp: GatewayTimestamp) async throws {
        try await ClientSite.run { demo in
            let identity = GatewayIdentity(appKey: "DEMO_IOS", workspaceId: try await workspace(demo), deviceId: "UTD1", version: "2.3.0")
            let client = GatewayClient(
                address: demo.address.appending(path: "mgw.htm"),
                identity: identity,
                signer: GatewaySigner(secret: demo.secret, form: form, timestamp: timestamp),
                now: { demo.console.clock.now }
            )
            let answer = await client.call("alipay.client.switches.all.get", json: Array("{}".utf8))
            #expect(try String(decoding: answer.get().body, as: UTF8.self).contains("switches"))
        }
    }

    @Test func switchesArriveWhenTheyArePublished() async throws {
        try await ClientSite.run { demo in
            try await demo.withSite { site in
                let path = "/apps/demo/switches"
                _ = try await demo.console.api(.put, "\(path)/newHome", #"{"type":"boolean","default":true,"rules":[]}"#)
                _ = try await demo.console.api(.put, "\(path)/shape", #"{"type":"json","default":{"sides":[3,4]},"rules":[]}"#)
                #expect(await site.switches.refresh() == .success(false))
                _ = try await demo.console.api(.post, "\(path)/publication", "{}")
                #expect(await site.switches.refresh() == .success(true))
                #expect(site.switches.boolean("newHome", default: false))
                #expect(site.switches.json("shape", as: [String: [Int]].self) == ["sides": [3, 4]])
            }
        }
    }

    @Test func feedbackArrivesOnce() async throws {
        try await ClientSite.run { demo in
            try await demo.withSite { site in
                let receipt = try await site.feedback.send("太慢", contact: "a@b.example").get()
                #expect(!receipt.id.isEmpty)
                let inbox = try await demo.console.api(.get, "/apps/demo/feedback").json(Total.self)
                #expect(inbox.total == 1)
            }
        }
    }

    @Test func aDotGoesWhenItIsAcknowledged() async throws {
        try await ClientSite.run { demo in
            try await demo.withSite { site in
                let dot = ##"{"badgeId":"#Mine,#Orders","style":"num","number":3,"audience":"all"}"##
                _ = try await demo.console.api(.post, "/apps/demo/badges", dot)
                let badge = Badge(badgeId: "#Mine,#Orders", style: "num", temporaryBadgeNumber: 3, persistentBadgeNumber: 0)
                #expect(await site.badges.pull() == .success([badge]))
                try await site.badges.acknowledge([badge.widget]).get()
                #expect(await site.badges.pull() == .success([]))
            }
        }
    }

    private struct Total: Decodable {
        let total: Int
    }

    private struct Crashes: Decodable {
        struct Totals: Decodable {
            let crashes: Int
            let actives: Int
        }
        let totals: Totals
    }

    private func totals(_ demo: ClientSite) async throws -> Crashes.Totals {
        try await demo.console.api(.get, "/apps/demo/stats/crashes?from=-1h&to=now").json(Crashes.self).totals
    }

    private func workspace(_ demo: ClientSite) async throws -> String {
        struct Config: Decodable { let workspaceId: String }
        return try await demo.console.api(.get, "/apps/demo/config/ios").json(Config.self).workspaceId
    }
}
