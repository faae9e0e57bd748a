import Foundation
import TestSupport
import Testing

@testable import Console

@Suite struct FeedbackSeedTests {
    @Test func theDemoHasDotsAndFeedbackInEveryState() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("SimpleDemoRpc", platforms: ["ios", "android"])
            let (server, folder) = (console.server, URL(fileURLWithPath: "\(TestConsole.home)/Seeds"))
            try await BadgeSeed(folder: folder).publish(to: server.badges, server.apps.index.all)
            try await FeedbackSeed(folder: folder).send(to: server.feedback, ["simpledemorpc"])
            let feedback = try await server.feedback.export(of: "simpledemorpc", FeedbackFilter())
            #expect(feedback.count == 12)
            #expect(Set(feedback.map(\.state)) == Set(FeedbackState.allCases))
            #expect(feedback.count(where: { $0.images > 0 }) == 2)
            #expect(server.badges.live(of: "simpledemorpc").count == 4)
            #expect(try await console.page("/apps/simpledemorpc/feedback").status == .ok)
            #expect(try await console.page("/apps/simpledemorpc/badges").text.contains("#M_PUBLIC_RD#201311230002181"))
        }
    }

    @Test func otherAppsGetNothing() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await FeedbackSeed(folder: URL(fileURLWithPath: "\(TestConsole.home)/Seeds")).send(to: console.server.feedback, ["demo"])
            #expect(try await console.server.feedback.export(of: "demo", FeedbackFilter()).isEmpty)
        }
    }
}
