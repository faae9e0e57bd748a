import Testing

@testable import Web

struct TemplateParserTests {
    private func parse(_ source: String) throws -> [TemplateNode] {
        try TemplateParser.parse(source, name: "Test/view")
    }

    @Test func readsEveryKindOfTag() throws {
        #expect(
            try parse("a {{name}} {{{chart}}} {{! not this }} {{#list}}{{.}}{{/list}}{{^list}}-{{/list}}{{> Shared/part }}") == [
                .variable(TemplateName("name"), raw: false), .variable(TemplateName("chart"), raw: true),
                .section(TemplateName("list"), inverted: false, [.variable(TemplateName("."), raw: false)]),
                .section(TemplateName("list"), inverted: true, []), .partial("Shared/part"),
            ]
        )
    }

    @Test func readsParentsWithTheirBlocks() throws {
        #expect(
            try parse("{{<Layout/page}}text{{$title}}{{name}}{{/title}}{{$body}}{{/body}}{{/Layout/page}}") == [
                .parent("Layout/page", blocks: ["title": [.variable(TemplateName("name"), raw: false)], "body": []])
            ]
        )
    }

    @Test func namesHavePathsAndTransforms() {
        #expect(TemplateName("a.b").path == ["a", "b"])
        #expect(TemplateName("percent(a.rate)").path == ["a", "rate"])
        #expect(TemplateName("first(reversed(items))").transforms == ["first", "reversed"])
        #expect(TemplateName("last()").path == [])
        #expect(TemplateName(".").path == [])
    }

    @Test(arguments: [
        "{{name", "{{{name}}", "{{#a}}{{b}}", "{{#a}}{{/b}}", "{{/a}}", "{{#a}}{{#b}}{{/a}}{{/b}}", "{{<Layout/page}}", "{{$a}}", "{{&name}}",
        "{{=<% %>=}}", "{{% PRAGMA}}",
    ])
    func refusesWhatTheHouseDoesNotUse(source: String) {
        #expect(throws: ViewError.self) { try parse(source) }
    }
}
