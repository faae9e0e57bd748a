import Foundation
import TestSupport
import Testing

@testable import Console

@Suite struct SentryProjectTests {
    @Test func eachPlatformHasANumberAndAnAddress() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            let first = try await SentryRoom.shown(console)
            let again = try await SentryRoom.shown(console)
            #expect(first.keys.map(\.publicKey) == again.keys.map(\.publicKey) && first.project == again.project)
            let dsn = try #require(first.dsn)
            #expect(dsn.hasSuffix("/\(first.project)") && dsn.contains("://\(first.keys[0].publicKey)@"))
            let other = try await console.api(.get, "/apps/demo/platforms/android/sentry").json(SentryRoom.Shown.self)
            #expect(other.project != first.project && other.dsn != first.dsn)
            for language in ["zh-CN", "en"] {
                #expect(try await console.page("/apps/demo/platforms/ios/sentry", language: language).text.contains(dsn))
                #expect(try await console.page("/apps/demo/platforms/ios", language: language).text.contains(dsn))
                #expect(try await console.page("/apps/demo/platforms/android/sentry", language: language).status == .ok)
            }
            #expect(try await console.api(.get, "/apps/demo/platforms/harmony/sentry").status == .notFound)
        }
    }

    @Test func oldKeysStayUntilSomebodyEndsThem() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let path = "/apps/demo/platforms/ios/sentry"
            #expect(try await console.api(.post, "\(path)/keys").status == .created)
            let shown = try await SentryRoom.shown(console)
            #expect(shown.keys.count == 2)
            let new = try #require(shown.keys.first { $0.publicKey != room.key })
            for key in shown.keys { #expect(try await room.send(SentryRoom.envelope([]), key: key.publicKey).status == .ok) }
            #expect(try await console.page("\(path)/keys/\(room.key)/disabling").text.contains(room.key))
            #expect(try await console.submit("\(path)/keys/\(room.key)/disabling", []).headers[.location] == path)
            #expect(try await console.api(.post, "\(path)/keys/\(room.key)/disabling").status == .conflict)
            #expect(try await room.sendEvent().status == .forbidden)
            #expect(try await room.send(SentryRoom.envelope([]), key: new.publicKey).status == .ok)
            #expect(try await SentryRoom.shown(console).dsn == new.dsn)
            #expect(try await console.api(.post, "\(path)/keys/\(room.key)/enabling").status == .noContent)
            #expect(try await room.sendEvent().status == .ok)
            #expect(try await console.page("/audit").text.contains(room.key))
        }
    }

    @Test func aLimitIsANumber() async throws {
        try await TestConsole.run { console in
            _ = try await SentryRoom.make(console)
            let path = "/apps/demo/platforms/ios/sentry/limit"
            #expect(try await console.submit(path, [("eventsAMinute", "-1")]).status == .unprocessableContent)
            #expect(try await console.submit(path, [("eventsAMinute", "600")]).status == .seeOther)
            #expect(try await SentryRoom.shown(console).eventsAMinute == 600)
        }
    }

    @Test func keysOfAnAppThatIsGoneOpenNothing() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            _ = try await room.send([(#""type":"event""#, SentryRoom.event()), (#""type":"attachment","filename":"a""#, "1")])
            try await console.server.eraseTraces(of: "demo")
            #expect(try await room.sendEvent().status == .forbidden)
            for table in ["sentry_key", "sentry_project", "sentry_attachment", "session_hour", "crash"] { #expect(try await room.count(table) == 0) }
        }
    }

    @Test func addressesAreReadAndWritten() {
        #expect(SentryDSN("k", project: 7, publicURL: "https://console.example:8443/").text == "https://k@console.example:8443/7")
        #expect(SentryDSN.key(in: "https://k:secret@console.example/7") == "k" && SentryDSN.key(in: "https://console.example/7") == nil)
        #expect(SentryCredentials.key(inHeader: "Sentry sentry_version=7,sentry_key=abc,sentry_client=x") == "abc")
        #expect(SentryCredentials.key(inHeader: "Bearer sentry_key=abc") == nil)
    }
}
