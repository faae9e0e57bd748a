import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// The sender: at most once, whatever ends in between, and figures that add up.
struct PushSendingTests {
    @Test func sendsEachDeviceOnce() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<600)
            let message = try await room.send()
            var limits = PushSendingLimits()
            (limits.inFlight, limits.batch) = (40, 20)
            // Three senders at the same time, as of three nodes.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lease in ["a", "b", "c"] { group.addTask { [limits] in try await room.sending(limits, lease: lease).tick() } }
                try await group.waitForAll()
            }
            #expect(try await room.outcomes(of: message) == ["sent": 600])
            #expect(try await room.tallies(of: message) == ["sent": 600])
            #expect(room.receiver.pushes.count == 600)
            #expect(Set(room.receiver.pushes.map(\.token)).count == 600)
            #expect(room.receiver.connections <= 3, "many streams, few connections")
        }
    }

    /// Whatever comes of each, the figures add up to the audience.
    @Test func figuresAddUp() async throws {
        try await PushSendingRoom.run(patience: .seconds(3)) { room in
            room.receiver.answer { push in
                switch push.token.utf8.prefix(8).last {
                case UInt8(ascii: "0"): .status(400, "{\"reason\":\"BadDeviceToken\"}")
                case UInt8(ascii: "1"): .status(410, "{\"reason\":\"Unregistered\"}")
                case UInt8(ascii: "2"): .status(413, "{\"reason\":\"PayloadTooLarge\"}")
                case UInt8(ascii: "3"): .reset(.internalError)
                case UInt8(ascii: "4"): .silence
                default: .status(200)
                }
            }
            try await room.bind(0..<160)
            let message = try await room.send()
            var limits = PushSendingLimits()
            limits.inFlight = 40
            try await room.sending(limits).tick()
            let outcomes = try await room.outcomes(of: message)
            let tallies = try await room.tallies(of: message)
            #expect(outcomes == tallies)
            #expect(outcomes.values.reduce(0, +) == 160)
            #expect(outcomes["sent"] == 110)
            #expect(outcomes["failed BadDeviceToken"] == 10)
            #expect(outcomes["unknown broken"] == 10)
            #expect(outcomes["unknown timeout"] == 10)
            #expect(try await room.deviceState(0) == "gone")
            #expect(try await room.deviceState(17) == "gone")
            #expect(try await room.deviceState(18) == "bound")
        }
    }

    // MARK: ends in between

    /// A sender that died after it wrote down its intent: nobody knows, and nobody sends again.
    @Test func whatADeadSenderBeganIsUnknown() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<10)
            let message = try await room.send()
            let claimed = try await room.sending(lease: "dead node").exchange([], claim: 4)
            #expect(claimed.count == 4)
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["sent": 6, "sending": 4])
            let interruptions = PushInterruptions(database: room.database, lease: PushSendingRoom.lease, clock: room.console.clock.clock)
            try await interruptions.tick()
            try await interruptions.tick()
            #expect(try await room.outcomes(of: message) == ["sent": 6, "unknown interrupted": 4])
            #expect(try await room.tallies(of: message) == ["sent": 6, "unknown interrupted": 4])
            try await room.sending().tick()
            #expect(room.receiver.pushes.count == 6)
            // It was not dead after all: its late answers change nothing that was counted.
            _ = try await room.sending(lease: "dead node").exchange(claimed.map { PushResult(claim: $0, outcome: .accepted(id: nil)) }, claim: 0)
            #expect(try await room.tallies(of: message) == ["sent": 6, "unknown interrupted": 4])
        }
    }

    @Test func ownIntentsAreNotInterrupted() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<2)
            let message = try await room.send()
            _ = try await room.sending().exchange([], claim: 2)
            try await PushInterruptions(database: room.database, lease: PushSendingRoom.lease, clock: room.console.clock.clock).tick()
            #expect(try await room.outcomes(of: message) == ["sending": 2])
        }
    }

    /// Asked to stop, it begins nothing new, and waits for what is under way.
    @Test func leavesWithEverythingWritten() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<2_000)
            let message = try await room.send()
            var limits = PushSendingLimits()
            limits.inFlight = 50
            let sending = room.sending(limits)
            let task = Task { try await sending.tick() }
            while room.receiver.pushes.count < 100 { try await Task.sleep(for: .milliseconds(2)) }
            task.cancel()
            _ = await task.result
            let outcomes = try await room.outcomes(of: message)
            #expect(outcomes["sending"] == nil, "\(outcomes)")
            #expect(outcomes["sent"] == room.receiver.pushes.count, "\(outcomes)")
            #expect(outcomes["queued", default: 0] > 0, "\(outcomes)")
        }
    }

    @Test func leavesSilentServersBehind() async throws {
        try await PushSendingRoom.run(patience: .seconds(30)) { room in
            room.receiver.answer { _ in .silence }
            try await room.bind(0..<5)
            let message = try await room.send()
            var limits = PushSendingLimits()
            limits.farewell = .milliseconds(300)
            let sending = room.sending(limits)
            let task = Task { try await sending.tick() }
            while room.receiver.pushes.count < 5 { try await Task.sleep(for: .milliseconds(2)) }
            task.cancel()
            _ = await task.result
            #expect(try await room.outcomes(of: message) == ["unknown interrupted": 5])
        }
    }

    // MARK: stopping

    @Test func stopLeavesNothingToSend() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<3_000)
            let message = try await room.send()
            var limits = PushSendingLimits()
            limits.inFlight = 20
            let sending = room.sending(limits)
            let task = Task { try await sending.tick() }
            while room.receiver.pushes.count < 60 { try await Task.sleep(for: .milliseconds(2)) }
            let time = room.now
            try await room.database.write { connection in
                try connection.lockPushMessage("demo", message)
                try connection.setPushState(.stopped, "demo", message)
                try connection.skipPushDeliveries("demo", message, because: .stopped, at: time)
            }
            try await task.value
            let outcomes = try await room.outcomes(of: message)
            #expect(outcomes.keys.sorted() == ["sent", "skipped stopped"], "\(outcomes)")
            #expect(outcomes["sent"] == room.receiver.pushes.count)
            let tallies = try await room.tallies(of: message)
            #expect(outcomes == tallies)
            let sent = room.receiver.pushes.count
            try await room.sending().tick()
            #expect(room.receiver.pushes.count == sent)
        }
    }

    /// What was taken before somebody stopped the message, and no service was asked for yet, is not sent.
    @Test func stopReachesWhatWasTaken() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<1)
            let (message, stops) = (try await room.send(), PushStops())
            let sending = PushSending(
                database: room.database,
                doors: room.doors,
                lease: PushSendingRoom.lease,
                clock: room.console.clock.clock,
                stops: stops
            )
            let claim = try #require(try await sending.exchange([], claim: 1).first)
            #expect(await sending.outcome(.refused(.unfilled), claim) == .refused(.unfilled))
            let messages = PushMessages(database: room.database, audit: room.console.server.audit, clock: room.console.clock.clock, stops: stops)
            _ = try await messages.stop(message, of: "demo", by: .local)
            let outcome = await sending.outcome(.refused(.unfilled), claim)
            _ = try await sending.exchange([PushResult(claim: claim, outcome: outcome)], claim: 1)
            #expect(try await room.outcomes(of: message) == ["skipped stopped": 1])
        }
    }

    /// What a busy service would have got later is not sent after all.
    @Test func stopAlsoEndsWhatIsTriedAgain() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<1)
            let message = try await room.send()
            let claims = try await room.sending().exchange([], claim: 1)
            try await room.database.write { try $0.setPushState(.stopped, "demo", message) }
            let busy = PushOutcome.again(reason: "TooManyRequests", after: nil)
            _ = try await room.sending().exchange(claims.map { PushResult(claim: $0, outcome: busy) }, claim: 1)
            #expect(try await room.outcomes(of: message) == ["skipped stopped": 1])
        }
    }

    // MARK: again

    @Test func triesAgainLaterAndGivesUp() async throws {
        try await PushSendingRoom.run { room in
            room.receiver.answer { _ in .status(503, "{\"reason\":\"ServiceUnavailable\"}") }
            try await room.bind(0..<1)
            let message = try await room.send()
            for attempt in 1...PushBackOff.most {
                try await room.sending().tick()
                #expect(room.receiver.pushes.count == attempt)
                room.console.clock.advance(by: 0.5)
                try await room.sending().tick()
                #expect(room.receiver.pushes.count == attempt, "too early")
                room.console.clock.advance(by: 60)
            }
            #expect(try await room.outcomes(of: message) == ["failed ServiceUnavailable": 1])
            try await room.sending().tick()
            #expect(room.receiver.pushes.count == PushBackOff.most)
            #expect(Set(room.receiver.pushes.map { $0.headers["apns-id"] ?? "" }).count == 1)
        }
    }

    @Test func triesAgainAndSucceeds() async throws {
        try await PushSendingRoom.run { room in
            room.receiver.answer { _ in .status(429, "{\"reason\":\"TooManyRequests\"}", ["retry-after": "30"]) }
            try await room.bind(0..<1)
            let message = try await room.send()
            try await room.sending().tick()
            room.receiver.answer { _ in .status(200) }
            room.console.clock.advance(by: 29)
            try await room.sending().tick()
            #expect(room.receiver.pushes.count == 1)
            room.console.clock.advance(by: 2)
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["sent": 1])
            #expect(try await room.tallies(of: message) == ["sent": 1])
        }
    }

    /// Nothing is tried again beyond the time within which it makes sense.
    @Test func triesNoLongerThanItsTime() async throws {
        try await PushSendingRoom.run { room in
            room.receiver.answer { _ in .status(429, "{\"reason\":\"TooManyRequests\"}", ["retry-after": "600"]) }
            try await room.bind(0..<1)
            let message = try await room.send { $0.ttlSeconds = 300 }
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["failed TooManyRequests": 1])
        }
    }

    @Test func pausesGrow() {
        #expect(PushBackOff.pause(after: 1, reason: "x", asked: nil, chance: 0) == 1)
        #expect(PushBackOff.pause(after: 4, reason: "x", asked: nil, chance: 0) == 8)
        #expect(PushBackOff.pause(after: 4, reason: "x", asked: nil, chance: 1) == 12)
        #expect(PushBackOff.pause(after: 4, reason: "x", asked: .seconds(100), chance: 1) == 100)
        #expect(PushBackOff.pause(after: PushBackOff.most, reason: "x", asked: nil, chance: 0) == nil)
        #expect(PushBackOff.pause(after: 10, reason: "noConnection", asked: nil, chance: 0) == 512)
        #expect(PushBackOff.pause(after: PushBackOff.mostUnconnected, reason: "noConnection", asked: nil, chance: 0) == nil)
    }

    // MARK: devices

    @Test func skipsWhoUnboundMeanwhile() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<3)
            let message = try await room.send()
            try await room.database.write { connection in
                try connection.run("UPDATE push_device SET state = 'unbound' WHERE device = 'device-1'")
                // A new token of the same device is the one to send to.
                try connection.run("UPDATE push_device SET token = \(PushSendingRoom.token(99)) WHERE device = 'device-2'")
            }
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["sent": 2, "skipped unbound": 1])
            #expect(try await room.tallies(of: message) == ["sent": 2, "skipped unbound": 1])
            #expect(Set(room.receiver.pushes.map(\.token)) == [PushSendingRoom.token(0), PushSendingRoom.token(99)])
        }
    }

    @Test func fillsPlaceholdersForEach() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<3)
            let message = try await room.send({ $0.body = "Hello #name#, #city#" }, parameters: ["city": "Hangzhou"])
            try await room.database.write { connection in
                try connection.run("UPDATE push_delivery SET parameters = '{\"name\":\"Ann\"}' WHERE device = 'device-0'")
                try connection.run("UPDATE push_delivery SET parameters = '{\"name\":\"Bob\",\"city\":\"Ulm\"}' WHERE device = 'device-1'")
            }
            try await room.sending().tick()
            let bodies = room.receiver.pushes.compactMap { (($0.json["aps"] as? [String: Any])?["alert"] as? [String: String])?["body"] }
            #expect(Set(bodies) == ["Hello Ann, Hangzhou", "Hello Bob, Ulm"])
            #expect(try await room.outcomes(of: message) == ["sent": 2, "failed unfilled": 1])
        }
    }

    /// Messages that are sent beside each other all get on.
    @Test func messagesShareTheSender() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<100)
            let messages = [try await room.send(), try await room.send(), try await room.send()]
            let claims = try await room.sending().exchange([], claim: 30)
            #expect(claims.count == 30)
            #expect(Set(claims.map(\.message)) == Set(messages))
        }
    }

    // MARK: at once

    @Test func wakesOneDevice() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<2)
            let direct = PushDirect(database: room.database, doors: room.doors, clock: room.console.clock.clock)
            let outcome = await direct.wake("device-1", of: "demo", data: ["mpaasDiagnosis": "task"])
            guard case .accepted = outcome else { throw TestFailure("\(String(describing: outcome))") }
            let push = try #require(room.receiver.pushes.first)
            #expect(push.token == PushSendingRoom.token(1))
            #expect(push.headers["apns-push-type"] == "background")
            #expect(push.json["mpaasDiagnosis"] as? String == "task")
            #expect(push.json["messageId"] == nil)
            #expect(await direct.wake("nobody", of: "demo", data: [:]) == nil)
            room.receiver.answer { _ in .status(410, "{\"reason\":\"Unregistered\"}") }
            #expect(await direct.wake("device-1", of: "demo", data: [:])?.reason == "Unregistered")
            #expect(try await room.deviceState(1) == "gone")
        }
    }
}
