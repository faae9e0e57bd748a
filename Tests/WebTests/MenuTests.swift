import HTTPTypes
import Hummingbird
import Testing

@testable import Web

struct MenuTests {
    private func routes(_ menu: Menu, _ views: ScratchViews) throws -> Routes {
        let renderer = try Renderer(views: try views.views()) { _, _ in throw Problem.notFound }
        return Routes(router: Router(context: Context.self), renderer: renderer, replays: SampleReplays().replays, menu: menu)
    }

    private static let files = [
        "Sample/en.txt": "two = Two\none = One", "Sample/zh-CN.txt": "two = 二\none = 一",
        "Sample/plain.mustache": "plain", "Layout/problem.mustache": "problem",
    ]

    private static func nothing(_: Nothing, _: Context) async throws -> Answer<Nothing> { .show(Nothing()) }

    @Test func entriesComeFromTheirRoutesInOrder() throws {
        let views = try ScratchViews(Self.files)
        let menu = Menu()
        let routes = try routes(menu, views)
        try routes.page("two", needs: .role(.admin), view: "Sample/plain", menu: .under(.settings, "sample.two", key: "w"), Self.nothing)
        try routes.page("none", needs: .signedIn, view: "Sample/plain", Self.nothing)
        try routes.get("api/one", "One.", needs: .signedIn, page: "one", view: "Sample/plain", menu: .under(.overview, "sample.one"), Self.nothing)
        #expect(menu.entries.map(\.path) == ["two", "one"])
        #expect(menu.entries.map(\.key) == ["w", ""])
        #expect(menu.entries.map(\.policy) == [.role(.admin), .signedIn])
    }

    @Test func anEntryWithoutAWordDoesNotStart() throws {
        let views = try ScratchViews(Self.files)
        let routes = try routes(Menu(), views)
        #expect(throws: ViewError.self) {
            try routes.page("two", needs: .signedIn, view: "Sample/plain", menu: .under(.settings, "sample.noSuchWord"), Self.nothing)
        }
    }

    @Test func aLetterThatIsTakenDoesNotStart() throws {
        let views = try ScratchViews(Self.files)
        let routes = try routes(Menu(), views)
        try routes.page("one", needs: .signedIn, view: "Sample/plain", menu: .under(.overview, "sample.one", key: "w"), Self.nothing)
        #expect(throws: ViewError.self) {
            try routes.page("two", needs: .signedIn, view: "Sample/plain", menu: .under(.settings, "sample.two", key: "w"), Self.nothing)
        }
    }
}
