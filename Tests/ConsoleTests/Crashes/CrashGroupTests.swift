import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// From reports to groups, and what people do with them.
struct CrashGroupTests {
    @Test func reportsOfOneCauseAreOneGroup() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell", "order 17 closed"), version: "1.9", device: "device1", user: "ann")
            try await room.send(CrashRoom.java("sell", "order 18 closed"), version: "1.10", device: "device1", user: "bob")
            try await room.send(CrashRoom.java("sell"), version: "1.10", device: "device2")
            try await room.send(CrashRoom.java("buy"))
            #expect(try await room.groups().isEmpty)
            try await room.read()
            let groups = try await room.groups("?sort=count")
            #expect(groups.map(\.count) == [3, 1])
            let group = groups[0]
            #expect(group.devices == 2 && group.users == 2 && group.state == .open && !group.handled && group.platform == .android)
            #expect(group.versions == ["1.9", "1.10"] && group.firstVersion == "1.9" && group.lastVersion == "1.10")
            #expect(group.culprit.value?.contains("com.example.Shop.sell") ?? false)
            #expect(try await room.reports(group.id).count == 3)
            #expect(try await room.groups("?version=1.9").map(\.id) == [group.id])
            #expect(try await room.groups("?q=shop.BUY").map(\.id) == [groups[1].id])
            #expect(try await room.groups("?platform=ios").isEmpty)
            #expect(try await room.count("SELECT count(*) FROM crash_unread") == 0)
            #expect(try await room.count("SELECT count(*) FROM crash_happening WHERE kind = 'new'") == 2)
            let facets = try await room.console.api(.get, "/apps/demo/crashes/\(group.id)/facets").json(CrashFacets.self)
            #expect(facets.version == [CrashShare(value: "1.10", count: 2), CrashShare(value: "1.9", count: 1)])
            let trend = try await room.console.api(.get, "/apps/demo/crashes/\(group.id)/trend?days=7").json(CrashGroupTrend.self)
            #expect(trend.items.count == 7 && trend.items.map(\.count).reduce(0, +) == 3)
            #expect(try await room.console.api(.get, "/apps/demo/crashes/\(group.id)/trend?days=2").json(CrashGroupTrend.self).items.count == 48)
        }
    }

    @Test func aRetryIsCountedOnceAndListsGoOn() async throws {
        try await CrashRoom.run { room in
            for _ in 0..<2 { try await room.send(CrashRoom.java("sell"), batch: "once") }
            try await room.read()
            for number in 1...3 { try await room.send(CrashRoom.java("method\("abc".dropFirst(number - 1).first!)")) }
            try await room.read()
            #expect(try await room.groups().map(\.count).sorted() == [1, 1, 1, 1])
            for sort in ["last", "first", "count", "devices"] {
                var (seen, cursor): ([String], String?) = ([], "")
                while let next = cursor {
                    let page = try await room.console.api(.get, "/apps/demo/crashes?sort=\(sort)&limit=1&cursor=\(next)").json(List<CrashGroup>.self)
                    #expect(page.total == 4)
                    seen += page.items.map(\.id)
                    cursor = page.next.value
                }
                #expect(Set(seen).count == 4 && seen.count == 4, "\(sort)")
            }
        }
    }

    @Test func aRebuildCountsNothingTwice() async throws {
        try await CrashRoom.run { room in
            for device in ["device1", "device2"] { try await room.send(CrashRoom.java("sell"), device: device) }
            try await room.read()
            let before = try await room.groups()
            try await room.server.telemetry.rebuild(app: "demo")
            #expect(try await room.count("SELECT count(*) FROM crash_unread") == 2)
            try await room.read()
            #expect(try await room.groups() == before)
            #expect(try await room.reports(before[0].id).count == 2)
            #expect(try await room.count("SELECT count(*) FROM crash_happening") == 1)
        }
    }

    @Test func whatCannotBeReadIsKeptAndCounted() async throws {
        try await CrashRoom.run { room in
            try await room.send("something else happened at 12:03")
            try await room.send("something else happened at 12:04")
            try await room.send("\u{1}\u{2}\u{3}")
            try await room.read()
            #expect(try await room.groups("?sort=count").map(\.count) == [2, 1])
            #expect(try await room.count("SELECT count(*) FROM crash_analysis WHERE format = 'unknown'") == 3)
        }
    }

    // MARK: states

    @Test func aResolvedGroupThatComesBackIsOpenAgain() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell"), version: "1.9")
            try await room.read()
            let id = try await room.groups()[0].id
            #expect(try await room.change("\(id)/state", #"{"state":"resolved","version":"1.10"}"#) == 204)
            try await room.send(CrashRoom.java("sell"), version: "1.9")
            try await room.read()
            #expect(try await room.group(id).state == .resolved)
            #expect(try await room.group(id).count == 2)
            try await room.send(CrashRoom.java("sell"), version: "1.10.1")
            try await room.read()
            let group = try await room.group(id)
            #expect(group.state == .open && group.regressedIn.value == "1.10.1" && group.resolvedIn.value == nil)
            #expect(try await room.notes(id).map(\.kind) == [.resolved, .regressed])
            #expect(try await room.notes(id)[1].author.value == nil)
            #expect(try await room.count("SELECT count(*) FROM crash_happening WHERE kind = 'regression' AND version = '1.10.1'") == 1)
            // Once is enough.
            try await room.send(CrashRoom.java("sell"), version: "1.10.1")
            try await room.read()
            #expect(try await room.count("SELECT count(*) FROM crash_happening WHERE kind = 'regression'") == 1)
        }
    }

    @Test func withoutAVersionTimeDecides() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell"))
            try await room.read()
            let id = try await room.groups()[0].id
            room.console.clock.advance(by: 60)
            #expect(try await room.change("\(id)/state", #"{"state":"resolved"}"#) == 204)
            room.console.clock.advance(by: 60)
            try await room.send(CrashRoom.java("sell"))
            try await room.read()
            #expect(try await room.group(id).state == .open)
            #expect(try await room.change("\(id)/state", #"{"state":"ignored"}"#) == 204)
            room.console.clock.advance(by: 60)
            try await room.send(CrashRoom.java("sell"))
            try await room.read()
            #expect(try await room.group(id).state == .ignored)
            #expect(try await room.change("\(id)/state", #"{"state":"open","version":"2"}"#) == 422)
            #expect(try await room.change("\(id)/state", #"{"state":"resolved","version":"next"}"#) == 422)
            #expect(try await room.change("none/state", #"{"state":"open"}"#) == 404)
        }
    }

    @Test func peopleTalkAboutAGroupAndTakeItOn() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell"))
            try await room.read()
            let id = try await room.groups()[0].id
            #expect(try await room.change("\(id)/notes", #"{"text":" seen it \n"}"#) == 204)
            #expect(try await room.change("\(id)/notes", #"{"text":"  "}"#) == 422)
            let account: String? = try await room.server.database.read { try $0.value("SELECT id FROM account") }
            let admin = try #require(account)
            #expect(try await room.change("\(id)/assignee", #"{"account":"\#(admin)"}"#) == 204)
            #expect(try await room.change("\(id)/assignee", #"{"account":"nobody"}"#) == 422)
            #expect(try await room.groups("?assignee=\(admin)").count == 1)
            #expect(try await room.groups("?assignee=none").isEmpty)
            #expect(try await room.notes(id).map(\.kind) == [.comment, .assigned])
            #expect(try await room.notes(id)[0].text == "seen it")
            #expect(try await room.notes(id)[0].authorName.value == "test")
            #expect(try await room.change("\(id)/assignee", "{}") == 204)
            #expect(try await room.group(id).assignee.value == nil)
        }
    }

    // MARK: together and apart

    @Test func groupsAreMergedAndTakenApart() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell"), version: "1.0", device: "device1")
            try await room.send(CrashRoom.java("buy"), version: "2.0", device: "device1")
            try await room.send(CrashRoom.java("buy"), version: "2.0", device: "device2")
            try await room.read()
            let groups = try await room.groups("?sort=count")
            let (buy, sell) = (groups[0].id, groups[1].id)
            #expect(try await room.change("merge", #"{"groups":["\#(buy)"],"into":"\#(sell)"}"#) == 204)
            let whole = try await room.group(sell)
            #expect(whole.count == 3 && whole.devices == 2 && whole.versions == ["1.0", "2.0"] && whole.lastVersion == "2.0")
            #expect(try await room.group(buy).id == sell)
            #expect(try await room.reports(sell).count == 3)
            // What comes of either is in it.
            try await room.send(CrashRoom.java("buy"), device: "device3")
            try await room.read()
            #expect(try await room.groups().map(\.count) == [4])
            #expect(try await room.change("merge", #"{"groups":["\#(buy)"],"into":"\#(sell)"}"#) == 422)

            let key = try #require(try await room.keys(sell).first { $0.culprit.value?.contains("buy") ?? false })
            #expect(key.reports == 3)
            #expect(try await room.change("\(sell)/split", #"{"fingerprints":["none"]}"#) == 422)
            #expect(try await room.change("\(sell)/split", #"{"fingerprints":["\#(key.fingerprint)"]}"#) == 204)
            try await room.read()
            let apart = try await room.groups("?sort=count")
            #expect(apart.map(\.count) == [3, 1] && apart.map(\.devices) == [3, 1])
            #expect(apart[1].id == sell && apart[0].id != buy)
            #expect(try await room.reports(apart[0].id).count == 3)
            let last = try await room.keys(sell)[0].fingerprint
            #expect(try await room.change("\(sell)/split", #"{"fingerprints":["\#(last)"]}"#) == 422)
            // Nobody is told of a group that somebody made.
            #expect(try await room.count("SELECT count(*) FROM crash_happening") == 2)
        }
    }

    @Test func aFingerprintIsTakenApartByItsMessages() async throws {
        try await CrashRoom.run { room in
            for (number, message) in ["no such column", "disk is full", "disk is full"].enumerated() {
                try await room.send(CrashRoom.java("save", message), device: "device\(number)")
            }
            try await room.read()
            let group = try #require(try await room.groups().first)
            #expect(group.count == 3)
            let key = try await room.keys(group.id)[0].fingerprint
            #expect(try await room.change("\(group.id)/split-by-message", #"{"fingerprint":"\#(key)"}"#) == 204)
            #expect(try await room.change("\(group.id)/split-by-message", #"{"fingerprint":"\#(key)"}"#) == 409)
            try await room.read()
            #expect(try await room.groups().map(\.count).sorted() == [1, 2])
            try await room.send(CrashRoom.java("save", "disk is full"))
            try await room.read()
            #expect(try await room.groups().map(\.count).sorted() == [1, 3])
            #expect(try await room.groups().contains { $0.id == group.id })
        }
    }

    /// Reports of all apps are read one app after the other.
    @Test func whatFailsForOneAppKeepsNoOtherWaiting() async throws {
        try await CrashRoom.run { room in
            let first = CrashRoom(console: room.console, product: try await room.console.makeApp("Alpha", platforms: ["android"]))
            for room in [first, room] { try await room.send(CrashRoom.java("sell")) }
            _ = try await room.server.database.write { connection in
                try connection.run("INSERT INTO crash_grouping (app_id, version, rules, changed_at) VALUES ('alpha', 2, 'no JSON', 0)")
            }
            await #expect(throws: (any Error).self) { try await room.read() }
            #expect(try await room.groups().map(\.count) == [1])
            #expect(try await room.count("SELECT count(*) FROM crash_unread WHERE app_id = 'alpha'") == 1)
        }
    }

    @Test func aDeletedAppLeavesNothing() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell"))
            try await room.read()
            try await room.send(CrashRoom.java("sell"))
            try await room.server.eraseTraces(of: "demo")
            try await room.read()
            for table in ["crash_group", "crash_key", "crash_analysis", "crash_unread", "crash_group_hour", "crash_note", "crash_happening"] {
                #expect(try await room.count(SQL(trusted: "SELECT count(*) FROM \(table)")) == 0, "\(table)")
            }
        }
    }
}
