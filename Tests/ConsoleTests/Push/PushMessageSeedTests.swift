import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// The demo's messages, and how long deliveries are known.
struct PushMessageSeedTests {
    private let folder = URL(fileURLWithPath: "\(TestConsole.home)/Seeds")

    @Test func theDemoHasAFinishedMessageThatAddsUp() async throws {
        try await PushMessageRoom.run { room in
            try await room.console.makeApp("SimpleDemoRpc", platforms: ["ios", "android"])
            let apps = room.server.apps.index.all
            try await PushSeed(folder: folder).fill(room.messages, apps)
            let list = try await room.messages.list("simpledemorpc", PushMessageFilter(), try ListPlace(limit: nil, cursor: nil))
            #expect(Set(list.items.map(\.state)) == [.draft, .done])
            let done = try #require(list.items.first { $0.state == .done })
            let figures = done.figures
            #expect(figures.audience == 48 && figures.queued == 0 && figures.failed > 0 && figures.unknown > 0)
            #expect(figures.sent >= figures.arrived && figures.arrived >= figures.opened && figures.opened > 0)
            #expect(try await room.templates.all(of: "simpledemorpc").first?.content.placeholders == ["name", "order", "day"])
            for path in ["", "/\(done.id)", "/\(done.id)/deliveries"] {
                #expect(try await room.console.page("/apps/simpledemorpc/push-messages\(path)").status == .ok)
            }
            #expect(try await room.messages.list("demo", PushMessageFilter(), try ListPlace(limit: nil, cursor: nil)).items.isEmpty)
        }
    }

    @Test func deliveriesAreForgottenAndFiguresStay() async throws {
        try await PushMessageRoom.run { room in
            try await room.bind(0..<3)
            let message = try await room.send()
            try await room.answer(message)
            try await room.tick()
            try await room.messages.purge()
            #expect(try await room.outcomes(message) == ["sent": 3])
            room.console.clock.advance(by: 91 * 86_400)
            try await room.messages.purge()
            #expect(try await room.outcomes(message).isEmpty)
            #expect(try await room.figures(message).sent == 3)
        }
    }

    @Test func anAppThatIsDeletedTakesItsMessagesAlong() async throws {
        try await PushMessageRoom.run { room in
            try await room.bind(0..<3)
            let message = try await room.send()
            try await room.messages.erase("demo")
            #expect(try await room.outcomes(message).isEmpty)
            #expect(await problem { try await room.now(message) }?.kind == .notFound)
        }
    }
}
