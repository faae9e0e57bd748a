import Foundation
import Storage
import Synchronization
import Testing

@testable import Console

struct WorkerTests {
    private final class Count: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }
        func raise() { number.withLock { $0 += 1 } }
    }

    @Test func workUnderALeaseIsDoneByItsHolderOnly() async throws {
        let room = try await NodeRoom()
        let (a, b) = (Count(), Count())
        let leases = ["a", "b"].map { NodeLease("schedulers", holder: $0, database: room.database) }
        let workers = zip(leases, [a, b]).map { lease, count in
            Worker("test", every: .seconds(1), under: lease, WorkerOutage()) { count.raise() }
        }
        for worker in workers { #expect(await !worker.tickOnce()) }
        try await leases[0].keep()
        try await leases[1].keep()
        #expect(await workers[0].tickOnce())
        #expect(await !workers[1].tickOnce())
        try await leases[0].release()
        try await leases[1].keep()
        #expect(await !workers[0].tickOnce())
        #expect(await workers[1].tickOnce())
        #expect(a.value == 1 && b.value == 1)
    }

    /// A tick that is under way when its node stands still.
    @Test func whatATickWritesLaterIsRefused() async throws {
        let room = try await NodeRoom()
        let (a, b) = (
            NodeLease("schedulers", holder: "a", database: room.database, life: .seconds(2)),
            NodeLease("schedulers", holder: "b", database: room.database)
        )
        try await a.keep()
        let worker = Worker("test", every: .seconds(1), under: a, WorkerOutage()) {
            try await room.effect("1", by: "a")
            try await Task.sleep(for: .seconds(2.2))
            try await b.keep()
            try await room.effect("2", by: "a")
        }
        #expect(await !worker.tickOnce())
        #expect(try await room.effects() == ["1 a"])
    }

    @Test func anOutageIsToldOnceAndSoIsItsEnd() {
        let outage = WorkerOutage()
        #expect(!outage.succeeded("a"))
        #expect(outage.failed("a", "gone"))
        #expect(!outage.failed("b", "gone"))
        #expect(!outage.failed("a", "gone"))
        #expect(!outage.succeeded("c"), "it may not have asked the database")
        #expect(outage.succeeded("b"))
        #expect(!outage.succeeded("a"))
        #expect(outage.failed("a", "gone again"))
    }
}
