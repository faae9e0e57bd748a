import Foundation
import Storage
import Testing

@testable import Console

struct NodeTests {
    private func nodes(_ room: NodeRoom, _ name: String, _ figures: NodeFigures = NodeFigures()) -> Nodes {
        let nodes = Nodes(database: room.database, name: name) { figures }
        nodes.listens(at: "http://\(name):8080")
        return nodes
    }

    /// As if it had not been heard of for so long.
    private func silence(_ node: Nodes, for seconds: Int, _ room: NodeRoom) async throws {
        let id = node.id
        try await room.database.write { try $0.run("UPDATE node SET seen_at = seen_at - \(seconds * 1_000) WHERE id = \(id)") }
    }

    @Test func nodesLearnOfEachOther() async throws {
        let room = try await NodeRoom()
        let (a, b) = (nodes(room, "a"), nodes(room, "b", NodeFigures(foldingLag: 1_500, uploadsWaiting: 3, linesTaken: 1_000)))
        #expect(a.alive == 1)
        try await a.beat()
        #expect(a.alive == 1)
        try await b.beat()
        try await a.beat()
        #expect(a.alive == 2 && b.alive == 2)
        let seen = try await a.overview().nodes
        #expect(seen.map(\.name) == ["a", "b"])
        #expect(seen.map(\.state) == [.alive, .alive])
        #expect(seen[1].address == "http://b:8080" && seen[1].version == Release.version)
        #expect(seen[1].foldingLagMilliseconds == 1_500 && seen[1].uploadsWaiting == 3 && seen[1].linesTaken == 1_000)
    }

    @Test func oneThatFallsSilentDoesNotCount() async throws {
        let room = try await NodeRoom()
        let (a, b) = (nodes(room, "a"), nodes(room, "b"))
        try await b.beat()
        try await silence(b, for: 20, room)
        try await a.beat()
        #expect(a.alive == 1)
        #expect(try await a.overview().nodes.map(\.state) == [.alive, .silent])
        try await b.beat()
        try await a.beat()
        #expect(a.alive == 2)
        try await b.leave()
        try await a.beat()
        #expect(a.alive == 1)
        #expect(try await a.overview().nodes.map(\.name) == ["a"])
    }

    @Test func aNodeThatIsStartedAgainTakesItsPlaceAndTheLongGoneAreForgotten() async throws {
        let room = try await NodeRoom()
        let (killed, gone, again) = (nodes(room, "a"), nodes(room, "gone"), nodes(room, "a"))
        try await killed.beat()
        try await gone.beat()
        try await silence(killed, for: 20, room)
        try await silence(gone, for: 90_000, room)
        try await again.beat()
        #expect(try await again.overview().nodes.map(\.id) == [again.id])
    }

    /// Two containers may have one name: nobody is forgotten who is there.
    @Test func aNamesakeThatLivesStays() async throws {
        let room = try await NodeRoom()
        let (a, b) = (nodes(room, "same"), nodes(room, "same"))
        try await a.beat()
        try await b.beat()
        #expect(b.alive == 2)
    }

    @Test func theHolderOfALeaseIsNamed() async throws {
        let room = try await NodeRoom()
        let a = nodes(room, "a")
        try await a.beat()
        try await NodeLease("schedulers", holder: a.id, database: room.database).keep()
        try await NodeLease("other", holder: "unheard", database: room.database).keep()
        try await NodeLease("over", holder: "b", database: room.database, life: .milliseconds(1)).keep()
        try await Task.sleep(for: .milliseconds(20))
        let leases = try await a.overview().leases
        #expect(leases.map(\.name) == ["other", "schedulers"])
        #expect(leases.map(\.nodeName.value) == [nil, "a"])
    }
}
