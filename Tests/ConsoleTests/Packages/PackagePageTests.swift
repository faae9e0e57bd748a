import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// The pages of repackaging: list, form, review, package, comparison.
struct PackagePageTests {
    private let choice = [("platform", "ios"), ("modules", "MPHttpClient"), ("modules", "MPCommonUI")]

    @Test func anEmptyListSaysWhatToDo() async throws {
        try await PackagePageRoom.run { room in
            let page = try await room.console.page("/apps/demo/packages").text
            #expect(page.contains("还没有打过包") && page.contains(#"href="/apps/demo/packages/new""#))
            #expect(try await room.console.page("/apps/demo/packages", language: "en").text.contains("No packages yet"))
            #expect(try await room.console.page("/apps/demo/packages?platform=android").text.contains("这个平台还没有打过包"))
        }
    }

    @Test func theFormOffersWhatThereIs() async throws {
        try await PackagePageRoom.run { room in
            try await room.publish("MPGone", "1.0.0")
            let gone = ModulePlace(platform: .ios, module: "MPGone", version: "1.0.0")
            try await room.server.modules.withdraw(gone, reason: "leaks", by: PackagePageRoom.actor)
            try await room.server.modules.deprecate(
                ModulePlace(platform: .ios, module: "MPLog", version: "1.0.0"),
                ModuleDeprecation(replacement: nil, reason: "old"),
                by: PackagePageRoom.actor
            )
            let page = try await room.console.page("/apps/demo/packages/new?platform=ios").text
            #expect(page.contains("MPHttpClient 的标题") && page.contains("MPHttpClient 的说明"))
            #expect(try await room.console.page("/apps/demo/packages/new", language: "en").text.contains("What MPHttpClient is for"))
            #expect(page.contains(#"<option value="1.0.0">1.0.0 （已弃用）</option>"#))
            #expect(page.contains(#"name="modules" value="MPGone" disabled"#), "nothing of it is offered")
            #expect(!page.contains("checked"))
            #expect(try await room.console.page("/apps/demo/packages/new?platform=android").text.contains("这个平台还没有模块"))
            #expect(try await room.console.page("/apps/demo/packages/new?platform=harmony").status == .notFound)
            #expect(try await room.console.page("/apps/demo/packages/new?platform=symbian").status == .unprocessableContent)
        }
    }

    @Test func theSearchKeepsWhatIsTicked() async throws {
        try await PackagePageRoom.run { room in
            let page = try await room.console.submit("/apps/demo/packages/new", choice + [("version.MPCommonUI", "2.1.0"), ("q", "http 说明")])
            #expect(page.status == .ok)
            #expect(page.text.contains(#"<b>MPHttpClient</b>"#) && !page.text.contains(#"<b>MPCommonUI</b>"#))
            #expect(page.text.contains(#"<input type="hidden" name="modules" value="MPCommonUI">"#))
            #expect(page.text.contains(#"<input type="hidden" name="version.MPCommonUI" value="2.1.0">"#))
            #expect(try await room.console.page("/apps/demo/packages/new?q=nosuch").text.contains("没有符合条件的模块"))
        }
    }

    @Test func theReviewTellsWhyEachIsIncluded() async throws {
        try await PackagePageRoom.run { room in
            let page = try await room.console.submit("/apps/demo/packages/review", choice)
            #expect(page.status == .ok)
            #expect(page.text.contains("MPHttpClient → MPLog") && page.text.contains("1.0.1") && page.text.contains("Apache-2.0"))
            #expect(page.text.contains("APCommonUI.bundle"), "what to add to the project")
            #expect(page.text.contains(#"name="after" value="0""#))
            #expect(try await room.console.page("/apps/demo/packages/review").status == .seeOther)
            let linked = try await room.console.page("/apps/demo/packages/review?platform=ios&modules=MPHttpClient", language: "en")
            #expect(linked.text.contains("MPHttpClient → MPLog") && linked.text.contains("Check and package"))
        }
    }

    @Test func rejectedChoicesShowTheFormAgain() async throws {
        try await PackagePageRoom.run { room in
            let nothing = try await room.console.submit("/apps/demo/packages/review", [("platform", "ios")])
            #expect(nothing.status == .unprocessableContent && nothing.text.contains(##"href="#field-modules""##))
            let wrong = choice + [("baseline", "nosuch"), ("minimumOS", "twelve")]
            let page = try await room.console.submit("/apps/demo/packages/review", wrong)
            #expect(page.status == .unprocessableContent)
            #expect(
                page.text.contains(#"id="error-baseline""#) && page.text.contains(#"id="error-minimumOS""#) && page.text.contains(#"value="twelve""#)
            )
            #expect(page.text.contains(#"name="modules" value="MPHttpClient" checked"#))
        }
    }

    @Test func aWayOutIsAButton() async throws {
        try await PackagePageRoom.run { room in
            try await room.publish("MPNewest", "1.0.0", minimumOS: "15.0")
            let sent = [("platform", "ios"), ("modules", "MPNewest"), ("minimumOS", "12.0")]
            let blocked = try await room.console.submit("/apps/demo/packages/review", sent)
            #expect(blocked.text.contains("必须解决") && !blocked.text.contains(#"name="after""#))
            #expect(blocked.text.contains(#"name="do" value="raiseMinimumOS:MPNewest:15.0""#))
            let solved = try await room.console.submit("/apps/demo/packages/review", sent + [("do", "raiseMinimumOS:MPNewest:15.0")])
            #expect(
                !solved.text.contains("必须解决") && solved.text.contains(#"name="minimumOS" value="15.0""#) && solved.text.contains(#"name="after""#)
            )
        }
    }

    @Test func aPackageIsMadeOnce() async throws {
        try await PackagePageRoom.run { room in
            let sent = choice + [("after", "0")]
            let first = try await room.console.submit("/apps/demo/packages", sent)
            let second = try await room.console.submit("/apps/demo/packages", sent)
            #expect(first.status == .seeOther && second.headers[.location] == first.headers[.location])
            #expect(try await room.packages.list("demo", platform: nil, try ListPlace(limit: nil, cursor: nil)).total == 1)
            let other = try await room.console.submit("/apps/demo/packages", [("platform", "ios"), ("modules", "MPLog"), ("after", "0")])
            #expect(other.status == .conflict && other.text.contains("你检查之后又有人打了包"))
        }
    }

    @Test func theNextFormBeginsWithTheLastChoice() async throws {
        try await PackagePageRoom.run { room in
            let first = try await room.package("MPLog", version: "1.0.0")
            try await room.package("MPHttpClient")
            let page = try await room.console.page("/apps/demo/packages/new?platform=ios").text
            #expect(page.contains(#"value="MPHttpClient" checked"#) && !page.contains(#"value="MPLog" checked"#))
            let earlier = try await room.console.page("/apps/demo/packages/new?platform=ios&from=\(first.id)").text
            #expect(earlier.contains(#"value="MPLog" checked"#) && earlier.contains(#"<option value="1.0.0" selected>"#))
            let empty = try await room.console.page("/apps/demo/packages/new?from=none").text
            #expect(!empty.contains("checked"))
            let more = try await room.console.page("/apps/demo/packages/new?modules=MPCommonUI").text
            #expect(more.contains(#"value="MPCommonUI" checked"#) && more.contains(#"value="MPHttpClient" checked"#))
            #expect(try await room.console.page("/apps/demo/packages/new?from=nosuch").status == .notFound)
        }
    }

    @Test func thePagesTellTheDifference() async throws {
        try await PackagePageRoom.run { room in
            let first = try await room.package("MPLog", version: "1.0.0")
            let second = try await room.package("MPHttpClient", "MPCommonUI")
            let list = try await room.console.page("/apps/demo/packages").text
            #expect(list.contains("#1") && list.contains("#2") && list.contains(#"</span>2</span>"#), "two modules more")
            let page = try await room.console.page("/apps/demo/packages/\(second.id)").text
            #expect(page.contains("MPHttpClient → MPLog") && page.contains("APCommonUI.bundle"))
            #expect(page.contains("<del>1.0.0</del> → <ins>1.0.1</ins>"))
            #expect(page.contains("/packages/\(second.id)/manifest") && page.contains("/packages/\(second.id)/bom"))
            let compared = try await room.console.page("/apps/demo/packages/\(first.id)/difference?from=\(second.id)", language: "en").text
            #expect(compared.contains("Lowered") && compared.contains("#2 → #1"))
            #expect(try await room.console.page("/apps/demo/packages/\(first.id)/difference").text.contains("#2"), "the others to choose from")
            #expect(try await room.console.page("/apps/demo/packages/nosuch").status == .notFound)
        }
    }
}
