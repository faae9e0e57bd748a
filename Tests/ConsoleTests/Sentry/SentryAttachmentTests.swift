import Foundation
import TestSupport
import Testing

@testable import Console

@Suite struct SentryAttachmentTests {
    private struct Listed: Decodable {
        let items: [Item]

        struct Item: Decodable {
            let name: String
            let size: Int
            let href: String
        }
    }

    private static let path = "/apps/demo/crash-reports/\(SentryRoom.id)-0/attachments"

    @Test func filesStayWithTheirReport() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let items = [
                (head: #""type":"event""#, payload: SentryRoom.event()), (#""type":"attachment","filename":"../a b.txt""#, "one"),
                (#""type":"attachment","filename":"a b.txt","attachment_type":"event.minidump""#, "two"),
            ]
            #expect(try await room.send(items).status == .ok)
            // The same once more.
            #expect(try await room.send(items).status == .ok)
            let list = try await console.api(.get, Self.path).json(Listed.self).items
            #expect(list.map(\.name) == ["2-a b.txt", "a b.txt"] && list.map(\.size) == [3, 3])
            let file = try await console.page(list[1].href)
            #expect(file.text == "one" && file.headers[.contentType] == "application/octet-stream")
            #expect(file.headers[.contentDisposition]?.hasPrefix("attachment") ?? false)
            #expect(try await console.api(.get, "\(Self.path)/other").status == .notFound)
        }
    }

    /// A file that no row names would stay for ever.
    @Test func whatIsNotKeptLeavesNoFile() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            func file(_ name: String, _ text: String) -> (head: String, payload: String) { (#""type":"attachment","filename":"\#(name)""#, text) }
            #expect(try await room.send([file("a", "one")]).status == .ok)
            // Another content under the name, and more files than a report may have.
            #expect(try await room.send([file("a", "two")]).status == .ok)
            for number in 0..<25 { #expect(try await room.send([file("f\(number)", "text \(number)")]).status == .ok) }
            #expect(try await room.count("sentry_attachment") == SentryLimits.attachments)
            #expect(try await console.server.blobs.list(after: nil, limit: 100).count == SentryLimits.attachments)
            #expect(try await console.page("\(Self.path)/a").text == "one")
        }
    }

    @Test func theyGoWithItOrWaitAnHour() async throws {
        try await TestConsole.run { console in
            let room = try await SentryRoom.make(console)
            let file = (head: #""type":"attachment","filename":"a""#, payload: "one")
            #expect(try await room.send([file]).status == .ok)
            try await console.server.sentryAttachments.sweep()
            #expect(try await room.count("sentry_attachment") == 1)
            console.clock.advance(by: 3_700)
            #expect(try await room.sendEvent().status == .ok)
            try await console.server.sentryAttachments.sweep()
            #expect(try await room.count("sentry_attachment") == 1)
            let blob = try #require(try await console.server.sentryAttachments.list("\(SentryRoom.id)-0", of: "demo").first).sha256
            _ = try await console.server.database.write { try $0.run("DELETE FROM crash WHERE app_id = \("demo")") }
            try await console.server.sentryAttachments.sweep()
            #expect(try await room.count("sentry_attachment") == 0)
            #expect(try await console.server.blobs.size(blob) == nil)
        }
    }
}
