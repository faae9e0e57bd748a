import Hummingbird
import Testing

@testable import Web

/// What the route table refuses at start.
struct RoutesTests {
    private struct Wrong: Codable, Sendable {
        var title = "no template asks for this"
    }

    private struct Taken: Codable, Sendable {
        var name = ""
        var errors = 1
    }

    private func answer<Body: Codable & Sendable>(_ body: Body) -> Routes.Handler<Nothing, Body, Nothing> {
        { _, _ in .show(body) }
    }

    @Test func aViewThatDoesNotFitItsBodyIsRefused() throws {
        let routes = try SampleSite().routes
        #expect(throws: ViewError.self) { try routes.get("wrong", "Wrong.", needs: .anyone, view: "Sample/item", answer(Wrong())) }
        #expect(throws: ViewError.self) { try routes.page("wrong", needs: .anyone, view: "Sample/none", answer(Wrong())) }
        #expect(throws: ViewError.self) { try routes.post("wrong", "Wrong.", needs: .anyone, view: "Sample/item", answer(Wrong())) }
    }

    @Test func aBodyMayNotTakeThePagesOwnNames() throws {
        let routes = try SampleSite().routes
        #expect(throws: ViewError.self) { try routes.page("taken", needs: .anyone, view: "Sample/new", answer(Taken())) }
    }

    @Test func theTableTellsFacesAndPolicies() throws {
        let table = try SampleSite().routes.table
        let items = try #require(table.first { $0.path == "items/{item}" && $0.method == .get })
        #expect(items.faces == [.page, .api])
        #expect(items.policy == .signedIn)
        #expect(items.parameters == ["item"])
        #expect(table.first { $0.path == "items/new" }?.faces == [.page])
        #expect(table.first { $0.method == .delete }?.faces == [.api])
    }
}
