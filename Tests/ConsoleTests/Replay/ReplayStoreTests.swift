import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct ReplayStoreTests {
    private static let use = Replays.Use(viewer: "token", path: "/api/v1/apps", key: "one")
    private static let answer = Replays.Stored(status: 201, location: "/api/v1/apps/demo", body: Array(#"{"token":"mst_secret"}"#.utf8))

    private func store(_ fixture: AccountsFixture) -> ReplayStore {
        ReplayStore(database: fixture.database, key: [UInt8](repeating: 7, count: 32), clock: fixture.clock.clock)
    }

    private func state(_ store: ReplayStore, _ use: Replays.Use = use, _ payload: String = "{}") async throws -> String {
        switch try await store.begin(use, Array(payload.utf8)) {
        case .fresh: "fresh"
        case .answered(let stored): "\(stored.status) \(stored.location ?? "") \(String(decoding: stored.body, as: UTF8.self))"
        case .otherPayload: "otherPayload"
        case .running: "running"
        }
    }

    @Test func theSameRequestGetsTheFirstAnswer() async throws {
        let fixture = try await AccountsFixture()
        let store = store(fixture)
        #expect(try await state(store) == "fresh")
        #expect(try await state(store) == "running")
        try await store.finish(Self.use, Self.answer)
        #expect(try await state(store) == #"201 /api/v1/apps/demo {"token":"mst_secret"}"#)
        #expect(try await state(store, Self.use, "{1}") == "otherPayload")
    }

    @Test func viewersPathsAndKeysAreApart() async throws {
        let fixture = try await AccountsFixture()
        let store = store(fixture)
        for use in [
            Self.use, .init(viewer: "other", path: "/api/v1/apps", key: "one"), .init(viewer: "token", path: "/api/v1/tokens", key: "one"),
            .init(viewer: "token", path: "/api/v1/apps", key: "two"), .init(viewer: "token/", path: "api/v1/apps", key: "one"),
        ] {
            #expect(try await state(store, use) == "fresh")
        }
    }

    @Test func aFailedRequestMayBeRepeated() async throws {
        let fixture = try await AccountsFixture()
        let store = store(fixture)
        _ = try await state(store)
        try await store.finish(Self.use, nil)
        #expect(try await state(store) == "fresh")
    }

    @Test func aRequestThatDiedMayBeRepeatedLater() async throws {
        let fixture = try await AccountsFixture()
        let store = store(fixture)
        _ = try await state(store)
        fixture.clock.advance(by: 299)
        #expect(try await state(store) == "running")
        fixture.clock.advance(by: 1)
        #expect(try await state(store) == "fresh")
    }

    /// A package on a slow line takes longer than it takes to call a request dead: a second one of its key would bring it twice.
    @Test func aRequestThatRunsForLongIsNotTakenForDead() async throws {
        let fixture = try await AccountsFixture()
        let clock = fixture.clock.clock
        let store = ReplayStore(database: fixture.database, key: [UInt8](repeating: 7, count: 32), clock: clock, beat: .milliseconds(5))
        #expect(try await state(store) == "fresh")
        let start = clock.now.milliseconds
        for minute in 1...10 {
            fixture.clock.advance(by: 60)
            while try await fixture.database.read({ try $0.value("SELECT started_at FROM replay", as: Int.self) }) ?? 0 < start + minute * 60_000 {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        try await store.purge()
        #expect(try await state(store) == "running")
        try await store.finish(Self.use, Self.answer)
        #expect(try await state(store).hasPrefix("201"))
    }

    @Test func answersAreKeptForADay() async throws {
        let fixture = try await AccountsFixture()
        let store = store(fixture)
        _ = try await state(store)
        try await store.finish(Self.use, Self.answer)
        fixture.clock.advance(by: 86_399)
        #expect(try await state(store).hasPrefix("201"))
        fixture.clock.advance(by: 1)
        try await store.purge()
        #expect(try await fixture.database.read { try $0.value("SELECT count(*) FROM replay", as: Int.self) } == 0)
        #expect(try await state(store) == "fresh")
    }

    @Test func answersAreSealed() async throws {
        let fixture = try await AccountsFixture()
        let store = store(fixture)
        _ = try await state(store)
        try await store.finish(Self.use, Self.answer)
        let kept = try await fixture.database.read { try $0.value("SELECT answer FROM replay", as: [UInt8].self) } ?? []
        #expect(!kept.isEmpty)
        #expect(Data(kept).range(of: Data("secret".utf8)) == nil)
    }

    @Test func aLongAnswerIsNotKept() async throws {
        let fixture = try await AccountsFixture()
        let store = store(fixture)
        _ = try await state(store)
        try await store.finish(Self.use, Replays.Stored(status: 201, location: nil, body: [UInt8](repeating: 0, count: 2 << 20)))
        #expect(try await state(store) == "fresh")
    }
}
