import Formats
import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct DeviceRouteTests {
    @Test func devicesAreFoundByTheBeginningsOfTheirNames() async throws {
        try await DeviceRoom.run { room in
            try await room.line("UTD/a+2=", user: "u1")
            try await room.line("UTD/a+1=", user: "u1")
            try await room.line("UTE", user: "u2")
            try await room.line("other", user: "v")
            let found = try await room.list("?q=UTD")
            #expect(found.total == 2 && found.items.map(\.device) == ["UTD/a+1=", "UTD/a+2="])
            #expect(try await room.list("?q=utd").items.isEmpty)
            #expect(try await room.list("?q=UT&platform=ios").total == 3)
            #expect(try await room.list("?q=UT&platform=android").total == 0)
            let first = try await room.list("?q=UT&limit=2")
            let next = try #require(first.next.value)
            #expect(first.items.map(\.device) == ["UTD/a+1=", "UTD/a+2="])
            #expect(try await room.list("?q=UT&limit=2&cursor=\(next)").items.map(\.device) == ["UTE"])
            #expect(Set(try await room.list("?user=u1").items.map(\.device)) == ["UTD/a+1=", "UTD/a+2="])
            #expect(try await room.list("?user=u").items.isEmpty)
            let page = try await room.console.page("/apps/demo/devices?q=UTD")
            #expect(page.status == .ok && page.text.contains(#"href="/apps/demo/devices/UTD%2Fa%2B1%3D""#))
            #expect(page.text.contains(#"href="/apps/demo/users/u1""#) && !page.text.contains(">other<"))
        }
    }

    @Test func allAreListedTheLastSeenFirst() async throws {
        try await DeviceRoom.run { room in
            try await room.line("a", day: "2026-11-19")
            try await room.line("b", day: "2026-11-21")
            try await room.line("c", day: "2026-11-20", at: "08:00:00")
            try await room.line("d", day: "2026-11-20", at: "07:59:59")
            #expect(try await room.list().items.map(\.device) == ["b", "c", "d", "a"])
            var (seen, cursor): ([String], String?) = ([], nil)
            repeat {
                let page = try await room.list("?limit=1\(cursor.map { "&cursor=\($0)" } ?? "")")
                seen += page.items.map(\.device)
                cursor = page.next.value
            } while cursor != nil && seen.count < 9
            #expect(seen == ["b", "c", "d", "a"])
            let users = try await room.console.api(.get, "/apps/demo/known-users?q=nobody").json(List<TelemetryUserFacts>.self)
            #expect(users.items.isEmpty)
        }
    }

    @Test func usersAreFoundWithTheirDevices() async throws {
        try await DeviceRoom.run { room in
            for (device, user) in [("a", "小明"), ("b", "小明"), ("c", "小红"), ("d", "x")] { try await room.line(device, user: user) }
            let name = PercentEncoding.encode("小")
            let found = try await room.console.api(.get, "/apps/demo/known-users?q=\(name)").json(List<TelemetryUserFacts>.self)
            #expect(found.items.map(\.userId).sorted() == ["小明", "小红"].sorted())
            #expect(found.items.first { $0.userId == "小明" }?.devices == 2)
            #expect(Set(try await room.user("小明").devices.map(\.device)) == ["a", "b"])
            let page = try await room.console.page("/apps/demo/devices?q=\(name)")
            #expect(page.text.contains(DevicePath.user("小红", of: "demo")))
        }
    }

    @Test func aDeviceIsAllThatRoomsKnowOfIt() async throws {
        try await DeviceRoom.run { room in
            let console = room.console
            try await room.line("d/1=", user: "u1", version: "1.0", day: "2026-11-20")
            try await room.line("d/1=", user: "u1", version: "1.1")
            let caller = PushDeviceCaller(console: console, device: "d/1=")
            try await caller.bind(PushDeviceCaller.token(7), ["userId": "u2"])
            _ = try await BadgeDevice(console: console, device: "d/1=").send("打不开")
            let period = #""from":"-3h","to":"now","network":"any","channel":"poll","description":"首页空白""#
            let asked = #"{"deviceId":"d/1=","platform":"ios",\#(period)}"#
            #expect(try await console.api(.post, "/apps/demo/diagnostics", asked).status == .created)
            try await room.server.exposures.seed(app: "demo", .switches, subject: "7", devices: [("d/1=", console.clock.now)])
            let detail = try await room.device("d/1=")
            #expect(detail.known && detail.platforms.map(\.version) == ["1.1"] && detail.platforms.map(\.firstDay) == ["2026-11-20"])
            #expect(detail.activity.map(\.platform) == [.ios])
            #expect(detail.activity[0].days.map(\.day) == ["2026-11-21", "2026-11-20"])
            #expect(detail.activity[0].days.map(\.versions) == [["1.1"], ["1.0"]])
            #expect(detail.push.value?.state == .bound && detail.push.value?.userId == "u2")
            #expect(detail.feedback.map(\.content) == ["打不开"] && detail.diagnostics.map(\.description) == ["首页空白"])
            #expect(detail.told.contains { $0.kind == .switches && $0.subject == "7" })
            let page = try await console.page("/apps/demo/devices/d%2F1%3D").text
            for text in [
                "u1", "u2", "2026-11-20", "打不开", "首页空白", "/apps/demo/logs?device=d%2F1%3D", "/apps/demo/diagnostics/new?device=d%2F1%3D",
                "/apps/demo/push-devices/d%2F1%3D", "/apps/demo/why?device=d%2F1%3D", #"<h1 class="mono""#,
            ] { #expect(page.contains(text), "\(text)") }
            let user = try await room.user("u2")
            #expect(user.known && user.devices.isEmpty && user.pushDevices == ["d/1="])
            #expect(try await console.page("/apps/demo/users/u2").text.contains("/apps/demo/devices/d%2F1%3D"))
        }
    }

    @Test func crashesAreShownByGroup() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("open"), device: "d1", user: "u1")
            try await room.send(CrashRoom.java("open"), device: "d1", user: "u1")
            try await room.send(CrashRoom.java("close"), device: "d2", user: "u1")
            try await room.read()
            let devices = DeviceRoom(console: room.console, product: room.product)
            let hits = try await devices.device("d1").crashes
            #expect(hits.map(\.reports) == [2] && hits[0].culprit.value?.contains("open") == true)
            #expect(try await devices.user("u1").crashes.map(\.reports).sorted() == [1, 2])
            let page = try await room.console.page("/apps/demo/devices/d1").text
            #expect(page.contains("/apps/demo/crash-groups/\(hits[0].group)"))
            // And back: the group leads to its devices.
            #expect(try await room.console.page("/apps/demo/crash-groups/\(hits[0].group)").text.contains("/apps/demo/devices/d1"))
            #expect(try await room.console.page("/apps/demo/crash-reports").text.contains("/apps/demo/devices/d1"))
        }
    }

    /// As on the pages of the groups themselves.
    @Test func titlesOfCrashesAreHiddenByRole() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell", "order of 13812345678"), device: "d1", user: "u1")
            try await room.read()
            let devices = DeviceRoom(console: room.console, product: room.product)
            let reader = try await devices.reader()
            let seen = [try await devices.device("d1").crashes, try await devices.user("u1").crashes]
            let hidden = [try await devices.device("d1", token: reader).crashes, try await devices.user("u1", token: reader).crashes]
            for (seen, hidden) in zip(seen, hidden) {
                let title = try #require(seen.first?.title.value)
                #expect(title.contains("13812345678"))
                #expect(hidden.first?.title.value == PersonalMask.masked(title))
                #expect(hidden.first?.title.value?.contains("13812345678") == false)
            }
        }
    }

    @Test func whoIsUnknownIsSaidToBe() async throws {
        try await DeviceRoom.run { room in
            #expect(try await !room.device("nobody").known)
            #expect(try await !room.user("nobody").known)
            #expect(try await room.console.page("/apps/demo/devices/nobody", language: "en").text.contains("Nothing is known of this device"))
            #expect(try await room.console.page("/apps/demo/users/nobody", language: "en").text.contains("Nothing is known of this user"))
            let found = try await room.console.page("/apps/demo/devices?q=nobody", language: "en").text
            #expect(found.contains("No device matches") && found.contains("/apps/demo/devices/nobody"))
            let long = String(repeating: "x", count: 129)
            #expect(try await room.console.api(.get, "/apps/demo/known-devices/\(long)").status == .notFound)
            #expect(try await room.console.api(.get, "/apps/demo/known-devices?q=\(long)").status == .unprocessableContent)
            #expect(try await room.console.page("/apps/demo/devices?q=\(long)").status == .unprocessableContent)
            #expect(try await room.console.api(.get, "/apps/none/known-devices").status == .notFound)
            #expect(try await room.console.api(.get, "/apps/demo/known-devices", token: "").status == .unauthorized)
        }
    }

    /// Who may only read sees telephone numbers in no form.
    @Test func namesAreHiddenByRole() async throws {
        try await DeviceRoom.run { room in
            try await room.line("d1", user: "13812345678")
            let reader = try await room.reader()
            #expect(try await room.device("d1").platforms.map(\.userId) == ["13812345678"])
            #expect(try await room.device("d1", token: reader).platforms.map(\.userId) == ["138****5678"])
            #expect(try await room.list("?q=d", token: reader).items.map(\.userId) == ["138****5678"])
            #expect(try await room.user("13812345678", token: reader).userId == "138****5678")
            // It is not to be guessed digit by digit.
            let users = try await room.console.api(.get, "/apps/demo/known-users?q=138", token: reader).text
            #expect(!users.contains("138****5678") && !users.contains("13812345678"))
            let whole = try await room.console.api(.get, "/apps/demo/known-users?q=13812345678", token: reader).text
            #expect(whole.contains("138****5678") && !whole.contains("13812345678"))
            let why = try await room.console.api(.get, "/apps/demo/why?device=d1", token: reader).text
            #expect(why.contains("138****5678") && !why.contains("13812345678"))
        }
    }
}
