import Foundation
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct SearchTests {
    @Test func everyRoomFindsWhatIsItsOwn() async throws {
        try await SearchRoom.run { room in
            let console = room.console
            try await room.addDevice("UTDcheckout1", user: "checkout-user")
            try await room.addGroup("g1", "IllegalStateException: checkout is closed", culprit: "Cart.pay")
            _ = try await UpdateRoom(console: console).draft("9.9-checkout")
            _ = try await HotpatchRoom(console: console).draft(name: "checkout.lua")
            try await SwitchRoom(console: console).save("checkout.fast", #"{"type":"boolean","default":true}"#)
            _ = try await PushMessageRoom(console: console).draft(#""body":"Your checkout waits""#)
            _ = try await BadgeDevice(console: console).send("checkout does not open")
            let dot = ##"{"badgeId":"#cart,#checkout","style":"point","audience":"all"}"##
            #expect(try await console.api(.post, "/apps/demo/badges", dot).status == .created)
            try await console.server.database.write { connection in
                try connection.run(
                    """
                    INSERT INTO audience_day (app_id, day, platform, version, devices, new_devices, users)
                    VALUES ('demo', 20000, 'ios', '2-checkout', 1, 1, 1)
                    """
                )
            }
            let results = try await room.search("q=checkout&limit=50")
            let hrefs = Dictionary(uniqueKeysWithValues: results.groups.map { ($0.kind, $0.items.map(\.href)) })
            #expect(hrefs[.group] == ["/apps/demo/crash-groups/g1"])
            #expect(hrefs[.switches] == ["/apps/demo/switches/checkout.fast"])
            #expect(hrefs[.user] == ["/apps/demo/users/checkout-user"])
            #expect(hrefs[.version] == ["/apps/demo/crashes?version=2-checkout"])
            #expect(hrefs[.update]?.count == 1 && hrefs[.patch]?.count == 1 && hrefs[.message]?.count == 1 && hrefs[.feedback]?.count == 1)
            #expect(hrefs[.badge]?.count == 1)
            #expect(hrefs[.audit]?.isEmpty == false)
            #expect(hrefs[.device] == nil, "ids of devices are found by their beginning")
            #expect(results.total == results.groups.reduce(0) { $0 + $1.count })
            // Every one of them leads to a page.
            for group in results.groups {
                for hit in group.items { #expect(try await console.page(hit.href).status == .ok, "\(hit.href)") }
            }
        }
    }

    @Test func devicesAndUsersAreFoundByTheirBeginning() async throws {
        try await SearchRoom.run { room in
            for number in 0..<70 { try await room.addDevice("UTDa\(number)", user: "2088\(number)", platform: number % 2 == 0 ? "ios" : "android") }
            try await room.addDevice("utda0")
            #expect(try await room.titles(.device, "q=UTDa6&limit=50") == ["UTDa6"] + (60...69).map { "UTDa\($0)" })
            #expect(try await room.titles(.device, "q=TDa6").isEmpty)
            #expect(try await room.titles(.user, "q=20881&limit=50").first == "20881")
            let all = try #require(try await room.search("q=UTDa").groups.first { $0.kind == .device })
            #expect((all.count, all.more, all.items.count) == (50, true, 6))
        }
    }

    /// Each once, whoever knows of them.
    @Test func whatOnlyPushKnowsIsFoundToo() async throws {
        try await SearchRoom.run { room in
            try await room.addDevice("UTDboth", user: "2088both")
            for (number, device) in ["UTDboth", "UTDpush"].enumerated() {
                let user = device.replacing("UTD", with: "2088")
                try await PushDeviceCaller(console: room.console, device: device).bind(PushDeviceCaller.token(number), ["userId": user])
            }
            #expect(try await room.titles(.device, "q=UTD").sorted() == ["UTDboth", "UTDpush"])
            #expect(try await room.titles(.user, "q=2088").sorted() == ["2088both", "2088push"])
            for path in ["devices/UTDpush", "users/2088push"] {
                #expect(try await room.console.page("/apps/demo/\(path)", language: "en").text.contains("Nothing is known") == false)
            }
        }
    }

    @Test func aReleaseIsFoundByTheNameThatPagesGiveIt() async throws {
        try await SearchRoom.run { room in
            let patches = HotpatchRoom(console: room.console)
            let (first, second) = (try await patches.draft(), try await patches.draft())
            _ = try await patches.draft(#""platform":"android""#)
            let update = try await UpdateRoom(console: room.console).draft("2.4.0")
            func hrefs(_ kind: SearchKind, _ query: String) async throws -> [String] {
                try await room.search("q=\(query)&kind=\(kind.rawValue)").groups.first?.items.map(\.href) ?? []
            }
            #expect(try await hrefs(.patch, "iOS+%231") == ["/apps/demo/hotpatches/\(first.id)"])
            #expect(try await hrefs(.patch, "iOS+%232") == ["/apps/demo/hotpatches/\(second.id)"])
            #expect(try await hrefs(.update, "iOS+2.4.0") == ["/apps/demo/updates/\(update.id)"])
            #expect(try await hrefs(.update, "Android+2.4.0").isEmpty)
            #expect(try await room.search("q=iOS+%231").groups.first?.kind == .patch, "before what the log has of it")
        }
    }

    @Test func aCrashReportIsFoundByItsWholeId() async throws {
        try await CrashRoom.run { crashes in
            let room = SearchRoom(console: crashes.console)
            try await crashes.send("java.lang.IllegalStateException: closed\n\tat com.example.Cart.pay(Cart.java:12)\n")
            try await crashes.read()
            let group = try #require(try await crashes.groups().first)
            let id = try #require(try await crashes.reports(group.id).first).id
            #expect(try await room.search("q=\(id)&kind=report").groups.first?.items.map(\.href) == ["/apps/demo/crash-reports/\(id)"])
            #expect(try await room.search("q=\(id.dropLast())&kind=report").total == 0)
        }
    }

    @Test func theBestComesFirst() async throws {
        try await SearchRoom.run { room in
            try await room.addGroup("g1", "Crash in the payment form", age: 10)
            try await room.addGroup("g2", "payment", age: 4_000)
            try await room.addGroup("g3", "Payment failed", age: 3_000)
            try await room.addGroup("g4", "repayment broke", age: 1)
            try await room.addGroup("g5", "SIGABRT", culprit: "payment.swift", age: 0)
            let groups = try await room.search("q=payment&kind=group").groups
            #expect(groups.map(\.kind) == [.group])
            #expect(groups[0].items.map(\.id) == ["g2", "g3", "g1", "g4", "g5"])
            #expect(try await room.titles(.group, "q=form+crash") == ["Crash in the payment form"])
            #expect(try await room.titles(.group, "q=100%25").isEmpty, "a sign is no wildcard")
        }
    }

    @Test func appsThatAreNearComeFirst() async throws {
        try await SearchRoom.run { room in
            try await room.console.makeApp("Second")
            try await room.addGroup("g1", "payment", app: "demo")
            try await room.addGroup("g2", "payment", app: "second", age: 9_000)
            func apps(_ query: String) async throws -> [String?] {
                try await room.search("q=payment\(query)&kind=group").groups[0].items.map(\.app.value)
            }
            #expect(try await apps("") == ["demo", "second"])
            #expect(try await apps("&near=second") == ["second", "demo"])
            #expect(try await apps("&app=second") == ["second"])
        }
    }

    @Test func onlyWhatTheViewerSeesIsFound() async throws {
        try await SearchRoom.run { room in
            try await room.console.makeApp("Second")
            for app in ["demo", "second"] {
                try await room.addDevice("UTDseen", user: "user-seen", app: app)
                try await room.addGroup("g-\(app)", "seen crash", app: app)
            }
            let ann = try await room.token("ann@example.com", .viewer, on: "second")
            let results = try await room.search("q=seen&limit=50", token: ann)
            #expect(Set(results.groups.flatMap { $0.items.compactMap(\.app.value) }) == ["second"])
            #expect(try await room.titles(.device, "q=UTDseen", token: ann) == ["UTDseen"])
            #expect(try await room.search("q=seen&app=demo", token: ann).total == 0)
            #expect(try await room.titles(.app, "q=demo", token: ann).isEmpty)
            #expect(try await !room.titles(.audit, "q=second").isEmpty)
            #expect(try await room.titles(.audit, "q=second", token: ann).isEmpty)
            let boss = try await room.token("boss@example.com", .admin, on: "second")
            #expect(try await room.titles(.audit, "q=second", token: boss).isEmpty, "the log is the whole console's")
        }
    }

    @Test func telephoneNumbersAreNotGuessedDigitByDigit() async throws {
        try await SearchRoom.run { room in
            try await room.addDevice("d1", user: "13812345678")
            let reader = try await room.token("ann@example.com", .viewer, on: "demo")
            #expect(try await room.titles(.user, "q=1381234") == ["13812345678"])
            #expect(try await room.titles(.user, "q=1381234", token: reader).isEmpty)
            #expect(try await room.titles(.user, "q=13812345678", token: reader) == ["138****5678"])
        }
    }

    /// Nor in what people write: neither by four digits of them, nor by fewer.
    @Test(arguments: ["381234", "13812345678", "n.lee@", "nn.le"]) func whatIsHiddenInTextsIsNotSearched(words: String) async throws {
        try await SearchRoom.run { room in
            let text = "order of 13812345678 for ann.lee@example.com"
            try await room.addGroup("g1", "IllegalStateException: \(text)")
            _ = try await BadgeDevice(console: room.console).send(text)
            _ = try await PushMessageRoom(console: room.console).draft("\"body\":\"\(text)\"")
            let reader = try await room.token("bob@example.com", .viewer, on: "demo")
            for kind in [SearchKind.group, .feedback, .message] {
                #expect(try await room.titles(kind, "q=\(words)").count == 1, "\(kind)")
                #expect(try await room.titles(kind, "q=\(words)", token: reader).isEmpty, "\(kind)")
                #expect(try await room.titles(kind, "q=order+5678+example.com", token: reader).count == 1, "\(kind)")
            }
            // Elsewhere ids by chance may have these.
            for few in ["812", "12+34"] {
                #expect(try await room.titles(.group, "q=\(few)").count == 1)
                #expect(try await room.titles(.group, "q=\(few)", token: reader).isEmpty)
            }
            #expect(try await room.titles(.group, "q=order", token: reader).first?.contains("138****5678") == true)
            #expect(try await !room.console.api(.get, "/search?q=order", token: reader).text.contains("searched"))
        }
    }

    @Test func anObjectOfTheLogIsFoundOnceHoweverOftenItChanged() async throws {
        try await SearchRoom.run { room in
            let server = room.server
            try await server.database.write { connection in
                for number in 0..<3_000 {
                    let object = number < 500 ? "Old release (x1)" : "Release \(number % 20) (x2)"
                    try server.audit.record(connection, by: .local, "update.pause", app: "demo", object: object)
                }
            }
            #expect(try await room.titles(.audit, "q=old+release") == ["Old release"], "by its beginning, however old")
            let releases = try #require(try await room.search("q=release+&kind=audit").groups.first)
            #expect((releases.count, releases.more) == (20, false))
        }
    }

    @Test func whatIsAskedForIsBounded() async throws {
        try await SearchRoom.run { room in
            let console = room.console
            let nothing = try await room.search("q=")
            #expect(nothing.groups.isEmpty)
            #expect(try await room.search("").total == 0)
            #expect(try await console.api(.get, "/search?q=\(String(repeating: "x", count: 101))").status == .unprocessableContent)
            #expect(try await console.api(.get, "/search?q=x&limit=51").status == .unprocessableContent)
            #expect(try await console.api(.get, "/search?q=x", token: "").status == .unauthorized)
        }
    }
}
