import Testing

@testable import Web

struct ViewsTests {
    private static let texts = "title = <Apps>\nhello = {{name}} & all"

    private func views(_ files: [String: String]) throws -> Views {
        try ScratchViews(files.merging(["Apps/zh-CN.txt": Self.texts, "Apps/en.txt": Self.texts]) { own, _ in own }).views()
    }

    private func render(_ source: String, _ tree: [String: Any], others: [String: String] = [:]) throws -> String {
        try views(["Apps/view.mustache": source].merging(others) { $1 }).render("Apps/view", tree, in: .english)
    }

    @Test func wordsOfTheCatalogueAreEscapedAndMayHoldTags() throws {
        #expect(try render("[[apps.title]] [[apps.hello]]", ["name": "Ada"]) == "&lt;Apps&gt; Ada &amp; all")
    }

    @Test func aMissingKeyIsRefused() {
        #expect(throws: ViewError.self) { try views(["Apps/view.mustache": "[[apps.ttile]]"]) }
        #expect(throws: ViewError.self) { try views(["Apps/view.mustache": "[[apps.title"]) }
    }

    @Test func aNameThatOnlyOneLanguageUsesIsChecked() throws {
        let files = ["Apps/view.mustache": "[[apps.hello]]", "Apps/zh-CN.txt": "hello = {{nmae}}", "Apps/en.txt": "hello = {{name}}"]
        let views = try views(files)
        #expect(throws: ViewError.self) { try views.check("Apps/view", against: .object(["name": .string])) }
    }

    @Test(arguments: [
        "<p style=\"color: red\">", "<p STYLE = 'x'>", "<a onclick=\"x()\">", "<a onClick=x>", "<style>p{}</style>", "<script>x()</script>",
        "<script type=\"module\">", "<SCRIPT>",
    ])
    func whatThePolicyWouldBlockIsRefused(source: String) {
        #expect(throws: ViewError.self) { try views(["Apps/view.mustache": source]) }
    }

    @Test(arguments: ["<script defer src=\"/a.js\"></script>", "<p class=\"style\">on time = later", "<button data-on=\"x\">"])
    func whatThePolicyAllowsIsNot(source: String) throws {
        _ = try views(["Apps/view.mustache": source])
    }

    /// swift-mustache compares `Character`s: a quote with a joiner behind it would pass its escaping.
    @Test(arguments: [
        ("\"\u{200D}x", "&quot;\u{200D}x"), ("\"\u{0301}", "&quot;\u{0301}"), ("<script>", "&lt;script&gt;"), ("'&", "&#39;&amp;"),
        ("<\u{0338}a", "&lt;\u{0338}a"), (">\u{FE0F}", "&gt;\u{FE0F}"), ("\u{202E}<b>\u{200F}", "\u{202E}&lt;b&gt;\u{200F}"), ("&lt;", "&amp;lt;"),
    ])
    func everyScalarIsEscapedByItself(text: String, escaped: String) throws {
        let words = try Catalogue.Words.sample()
        let tree = try ViewEncoder(formatter: Reader().formatter(words)).tree(["name": text]) as? [String: Any] ?? [:]
        let html = try render("<i title=\"{{name}}\">{{name}}</i>", tree)
        #expect(Array(html.unicodeScalars) == Array("<i title=\"\(escaped)\">\(escaped)</i>".unicodeScalars))
    }

    @Test(arguments: [
        ("{{>Apps/part}}", "{{name}}"), ("{{> Apps/part }}", "{{name}}"), ("{{<Apps/part}}{{/Apps/part}}", "{{name}}"),
        ("{{<Apps/part}}{{$body}}{{name}}{{/body}}{{/Apps/part}}", "{{$body}}{{/body}}"),
    ])
    func partialsParentsAndBlocksAreEscapedToo(source: String, part: String) throws {
        #expect(try render(source, ["name": "\"\u{200D}"], others: ["Apps/part.mustache": part]) == "&quot;\u{200D}")
    }

    @Test func aTemplateMayHaveDigitsAndDashes() throws {
        let html = try render("{{<Apps/part-2}}{{$a}}x{{/a}}{{/Apps/part-2}}", [:], others: ["Apps/part-2.mustache": "[{{$a}}{{/a}}]"])
        #expect(html == "[x]")
    }

    @Test func onlyOurOwnMarkupGoesInAsItIs() throws {
        #expect(try render("{{{chart}}}", ["chart": SafeHTML(trusted: "<svg/>")]) == "<svg/>")
    }

    @Test func aLeafHasNoMembers() throws {
        let encoder = ViewEncoder(formatter: Reader().formatter(try .sample()))
        let tree = try encoder.tree(["code": "x", "value": "outer"]) as? [String: Any] ?? [:]
        #expect(try render("{{#code}}{{value}}{{/code}}", tree) == "outer")
    }

    @Test func aViewThatIsNotThereIsRefused() throws {
        let views = try views([:])
        #expect(throws: ViewError.self) { try views.render("Apps/none", [:], in: .chinese) }
        #expect(throws: ViewError.self) { try views.check("Apps/none", against: .object([:])) }
    }
}
