import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// What may be done with a message, and what comes of it.
struct PushMessageTests {
    private typealias Room = PushMessageRoom

    @Test func aMessageGoesAllTheWay() async throws {
        try await Room.run { room in
            try await room.bind(0..<3)
            let draft = try await room.draft()
            #expect(draft.state == .draft && draft.audience == nil)
            let frozen = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            #expect(frozen.audience == 3 && frozen.state == .draft && frozen.frozenAt == room.now)
            let confirmed = try await room.messages.confirm(draft.id, of: "demo", PushConfirmation(count: 3, windowSeconds: 60), by: Room.ann)
            #expect(confirmed.state == .confirmed && confirmed.sendsAt == room.now.addingTimeInterval(60))
            try await room.tick(2)
            #expect(try await room.outcomes(draft) == ["held": 3])
            room.console.clock.advance(by: 60)
            try await room.tick(2)
            #expect(try await room.now(draft).state == .sending)
            #expect(try await room.outcomes(draft) == ["queued": 3])
            try await room.answer(draft)
            try await room.tick()
            let done = try await room.now(draft)
            #expect(done.state == .done && done.endedAt == room.now)
            #expect(try await room.kinds(draft) == [.created, .frozen, .confirmation, .beginning, .end])
            let figures = try await room.figures(draft)
            #expect(figures.audience == 3 && figures.sent == 3 && figures.queued == 0)
        }
    }

    @Test func whoBindsAfterTheReviewDoesNotGetIt() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let draft = try await room.draft()
            _ = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            try await room.bind(2..<5)
            #expect(try await room.messages.message(draft.id, of: "demo").audience == 2)
            #expect(try await room.outcomes(draft) == ["held": 2])
            _ = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            #expect(try await room.outcomes(draft) == ["held": 5])
        }
    }

    @Test func stepsThatCannotBeTakenAreRefused() async throws {
        try await Room.run { room in
            try await room.bind(0..<1)
            let (messages, draft) = (room.messages, try await room.draft())
            func refusal(_ body: () async throws -> PushMessage) async -> String? { await problem(body)?.detail.key }
            let word = PushConfirmation(windowSeconds: 60)
            #expect(await refusal { try await messages.confirm(draft.id, of: "demo", word, by: Room.ann) } == "push.unfrozen")
            #expect(await refusal { try await messages.cancel(draft.id, of: "demo", by: Room.ann) } == "push.state.cancellation")
            #expect(await refusal { try await messages.stop(draft.id, of: "demo", by: Room.ann) } == "push.state.stop")
            _ = try await messages.review(draft.id, of: "demo", by: Room.ann)
            _ = try await messages.confirm(draft.id, of: "demo", word, by: Room.ann)
            #expect(await refusal { try await messages.confirm(draft.id, of: "demo", word, by: Room.ann) } == "push.state.confirmation")
            #expect(await refusal { try await messages.review(draft.id, of: "demo", by: Room.ann) } == "push.noDraft")
            #expect(await refusal { try await messages.stop(draft.id, of: "demo", by: Room.ann) } == "push.state.stop")
            #expect(await problem { try await messages.delete(draft.id, of: "demo", by: Room.ann) }?.detail.key == "push.delete.sent")
            let input = try Room.input(#"{"body":"x","target":{"all":true}}"#)
            let app = try room.app
            #expect(await refusal { try await messages.edit(draft.id, of: app, input, zone: .gmt, by: Room.ann) } == "push.noDraft")
            #expect(try await room.kinds(draft).filter { $0 == .confirmation }.count == 1)
        }
    }

    @Test func manyConfirmationsAtOnceAreOne() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let draft = try await room.draft()
            _ = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            let confirmed = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<4 {
                    group.addTask { (try? await room.messages.confirm(draft.id, of: "demo", PushConfirmation(count: 2), by: Room.ann)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(confirmed == 1)
            #expect(try await room.kinds(draft) == [.created, .frozen, .confirmation])
        }
    }

    @Test func everyStateHasItsSteps() {
        for state in PushMessageState.allCases {
            let steps = PushStep.allCases.filter { state.after($0) != nil }
            let expected: [PushStep] =
                switch state {
                case .draft: [.confirmation]
                case .confirmed: [.cancellation, .beginning]
                case .sending: [.stop, .end]
                case .stopped, .done, .cancelled: []
                }
            #expect(steps == expected, "\(state)")
        }
    }

    @Test func theCountHasToBeTheFrozenOne() async throws {
        try await Room.run { room in
            try await room.bind(0..<3)
            let draft = try await room.draft()
            let frozen = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            func fields(_ word: PushConfirmation) async -> [String] {
                await problem { try await room.messages.confirm(draft.id, of: "demo", word, by: Room.ann) }?.rejections.map(\.field) ?? []
            }
            #expect(await fields(PushConfirmation(count: 2)) == ["count"])
            #expect(await fields(PushConfirmation(typed: true)) == ["count", "untested"])
            #expect(await fields(PushConfirmation(count: 3, typed: true)) == ["untested"])
            #expect(await fields(PushConfirmation(count: 3, windowSeconds: 3_601)) == ["windowSeconds"])
            #expect(await fields(PushConfirmation(count: 3, windowSeconds: -1)) == ["windowSeconds"])
            #expect(await fields(PushConfirmation(count: 3, revision: frozen.revision - 1)) == ["revision"])
            let word = PushConfirmation(count: 3, revision: frozen.revision, untested: true, typed: true)
            #expect(try await room.messages.confirm(draft.id, of: "demo", word, by: Room.ann).state == .confirmed)
        }
    }

    @Test func aCancelledOrStoppedMessageLeavesNothingQueued() async throws {
        try await Room.run { room in
            try await room.bind(0..<4)
            let first = try await room.confirm(try await room.draft(), window: 60)
            #expect(try await room.messages.cancel(first.id, of: "demo", by: Room.ann).state == .cancelled)
            #expect(try await room.outcomes(first) == ["skipped cancelled": 4])
            room.console.clock.advance(by: 120)
            try await room.tick(3)
            #expect(try await room.now(first).state == .cancelled)

            let second = try await room.send()
            try await room.database.write { connection in
                try connection.run("UPDATE push_delivery SET state = 'sending' WHERE message_id = \(second.id) AND device = 'device-0'")
            }
            #expect(try await room.messages.stop(second.id, of: "demo", by: Room.ann).state == .stopped)
            #expect(try await room.outcomes(second) == ["skipped stopped": 3, "sending": 1])
            try await room.tick(3)
            #expect(try await room.outcomes(second) == ["skipped stopped": 3, "sending": 1])
            let figures = try await room.figures(second)
            #expect(figures.skipped == 3 && figures.queued == 1 && figures.audience == 4)
        }
    }

    @Test func aChangedDraftHasToBeReviewedAndTestedAgain() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let draft = try await room.draft()
            _ = try await room.messages.test(draft.id, of: "demo", on: "device-0", by: Room.ann)
            let frozen = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            #expect(frozen.testedAt != nil)
            let app = try room.app
            let other = try Room.input(#"{"body":"Other","target":{"all":true},"revision":\#(frozen.revision)}"#)
            let changed = try await room.messages.edit(draft.id, of: app, other, zone: .gmt, by: Room.ann)
            #expect(changed.audience == nil && changed.testedAt == nil && changed.frozenAt == nil)
            #expect(try await room.outcomes(draft).isEmpty)
            let late = await problem { try await room.messages.edit(draft.id, of: app, other, zone: .gmt, by: Room.bob) }
            #expect(late?.rejections.map(\.field) == ["revision"])
        }
    }

    @Test func aTestIsAMessageOfItsOwn() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let draft = try await room.draft()
            let refused = await problem { try await room.messages.test(draft.id, of: "demo", on: "device-9", by: Room.ann) }
            #expect(refused?.rejections.map(\.field) == ["device"])
            let test = try await room.messages.test(draft.id, of: "demo", on: "device-1", by: Room.ann)
            #expect(test.kind == .test && test.state == .sending && test.audience == 1 && test.parent == draft.id)
            #expect(try await room.outcomes(test) == ["queued": 1])
            #expect(try await room.now(draft).testedAt == room.now)
            try await room.answer(test)
            try await room.tick()
            #expect(try await room.now(test).state == .done)
            let figures = try await room.figures(test)
            #expect(figures.audience == 1 && figures.sent == 1 && figures.queued == 0)
            #expect(try await room.figures(draft).sent == 0)
            // The one who tested it gets it with all others.
            _ = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            #expect(try await room.now(draft).audience == 2)
            let list = try await room.messages.list("demo", PushMessageFilter(), try ListPlace(limit: nil, cursor: nil))
            #expect(list.items.map(\.id) == [draft.id])
            try await room.messages.delete(draft.id, of: "demo", by: Room.ann)
            #expect(await problem { try await room.now(test) }?.kind == .notFound)
        }
    }

    @Test func testsHaveAnHourlyLimit() async throws {
        try await Room.run { room in
            try await room.bind(0..<1)
            let (first, second) = (try await room.draft(), try await room.draft())
            for number in 0..<PushRules.mostTests {
                let draft = number.isMultiple(of: 2) ? first : second
                _ = try await room.messages.test(draft.id, of: "demo", on: "device-0", by: Room.ann)
            }
            room.console.clock.advance(by: 600)
            let refused = await problem { try await room.messages.test(first.id, of: "demo", on: "device-0", by: Room.ann) }
            #expect(refused?.kind == .limited && refused?.retryAfter == 3_000)
            room.console.clock.advance(by: 3_000)
            _ = try await room.messages.test(first.id, of: "demo", on: "device-0", by: Room.ann)
        }
    }

    @Test func aCopyIsADraft() async throws {
        try await Room.run { room in
            try await room.bind(0..<1)
            let sent = try await room.send(#""title":"T","data":{"page":"home","n":1}"#)
            let copy = try await room.messages.copy(sent.id, of: "demo", by: Room.bob)
            #expect(copy.state == .draft && copy.content == sent.content && copy.id != sent.id && copy.audience == nil)
            #expect(try await room.kinds(copy) == [.copied])
        }
    }

    @Test func aSecondPersonHasToAgree() async throws {
        try await Room.run { room in
            try await room.bind(0..<3)
            try await room.messages.setOption(PushOption(secondFrom: 3), of: "demo", by: Room.ann)
            let draft = try await room.draft()
            _ = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            let word = PushConfirmation(count: 3, windowSeconds: 30)
            #expect(try await room.messages.confirm(draft.id, of: "demo", word, by: Room.ann, person: "ann").state == .draft)
            _ = try await room.messages.confirm(draft.id, of: "demo", word, by: Room.ann, person: "ann")
            #expect(try await room.kinds(draft) == [.created, .frozen, .asked])
            #expect(await problem { try await room.messages.approve(draft.id, of: "demo", by: Room.ann, person: "ann") }?.kind == .forbidden)
            let declined = try await room.messages.decline(draft.id, of: "demo", reason: "no", by: Room.bob, person: "bob")
            #expect(declined.state == .draft)
            #expect(await problem { try await room.messages.approve(draft.id, of: "demo", by: Room.bob, person: "bob") }?.kind == .conflict)
            _ = try await room.messages.confirm(draft.id, of: "demo", word, by: Room.ann, person: "ann")
            let agreed = try await room.messages.approve(draft.id, of: "demo", by: Room.bob, person: "bob")
            #expect(agreed.state == .confirmed && agreed.sendsAt == room.now.addingTimeInterval(30) && agreed.confirmedBy == Room.bob.name)
            #expect(try await room.kinds(draft).suffix(4) == [.declined, .asked, .approved, .confirmation])
        }
    }

    @Test func aQuestionIsOvertakenByAnotherReview() async throws {
        try await Room.run { room in
            try await room.bind(0..<1)
            try await room.messages.setOption(PushOption(secondFrom: 1), of: "demo", by: Room.ann)
            let draft = try await room.draft()
            _ = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            _ = try await room.messages.confirm(draft.id, of: "demo", PushConfirmation(), by: Room.ann, person: "ann")
            _ = try await room.messages.review(draft.id, of: "demo", by: Room.ann)
            let late = await problem { try await room.messages.approve(draft.id, of: "demo", by: Room.bob, person: "bob") }
            #expect(late?.detail.key == "push.approval.none")
            #expect(try await room.kinds(draft).suffix(2) == [.withdrawn, .frozen])
        }
    }
}
