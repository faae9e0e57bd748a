import Testing

@testable import Web

struct TemplateCheckTests {
    private static let item = Shape.object(["name": .string, "at": .date, "rate": .optional(.number)])
    private static let root = Shape.object([
        "name": .string, "chart": .html, "maybeChart": .optional(.html), "kind": .enumeration(["a"]), "item": item, "items": .array(item),
        "tags": .array(.string), "maybe": .optional(item), "errors": .dictionary(.string), "deep": .any,
    ])

    private func check(_ source: String, others: [String: String] = [:]) throws {
        var templates = ["view": try TemplateParser.parse(source, name: "view")]
        for (name, other) in others { templates[name] = try TemplateParser.parse(other, name: name) }
        try TemplateCheck(templates: templates, labels: ["kind"]).check("view", against: Self.root)
    }

    @Test(arguments: [
        "{{name}}", "{{{chart}}}", "{{{maybeChart}}}", "{{item.name}}", "{{#item}}{{name}}{{at}}{{/item}}", "{{#items}}{{rate}}{{kind}}{{/items}}",
        "{{^items}}{{name}}{{/items}}", "{{#tags}}{{.}}{{/tags}}", "{{#maybe}}{{rate}}{{/maybe}}", "{{maybe.name}}", "{{errors.anything}}",
        "{{percent(item.rate)}}", "{{kind(kind)}}", "{{#items}}{{name}}{{^last()}}, {{/last()}}{{/items}}", "{{count(items)}}", "{{deep}}",
        "{{deep.more}}",
    ])
    func acceptsWhatIsThere(source: String) throws {
        try check(source)
    }

    @Test(arguments: [
        "{{nmae}}", "{{item.nmae}}", "{{name.more}}", "{{#itmes}}{{/itmes}}", "{{#items}}{{nmae}}{{/items}}", "{{^items}}{{at}}{{/items}}",
        "{{chart}}", "{{{name}}}", "{{{deep}}}", "{{item}}", "{{prcent(item.rate)}}", "{{colour(kind)}}", "{{>Shared/missing}}",
        "{{<Layout/missing}}{{/Layout/missing}}",
    ])
    func refusesWhatIsNot(source: String) {
        #expect(throws: ViewError.self) { try check(source) }
    }

    @Test func looksIntoPartialsWhereTheyStand() throws {
        try check("{{#items}}{{>part}}{{/items}}", others: ["part": "{{at}}"])
        #expect(throws: ViewError.self) { try check("{{>part}}", others: ["part": "{{at}}"]) }
    }

    @Test func looksIntoParentsAndTheirBlocks() throws {
        let page = "{{$title}}{{nmae}}{{/title}}{{name}}{{$body}}{{/body}}"
        try check("{{<page}}{{$title}}{{name}}{{/title}}{{/page}}", others: ["page": page])
        #expect(throws: ViewError.self) { try check("{{<page}}{{$body}}{{name}}{{/body}}{{/page}}", others: ["page": page]) }
        #expect(throws: ViewError.self) { try check("{{<page}}{{$title}}{{x}}{{/title}}{{/page}}", others: ["page": page]) }
    }

    @Test func anOuterBlockReplacesAnInnerOne() throws {
        try check(
            "{{<narrow}}{{$body}}{{name}}{{/body}}{{/narrow}}",
            others: ["narrow": "{{<page}}{{$body}}{{nmae}}{{/body}}{{/page}}", "page": "{{$body}}{{/body}}"]
        )
    }

    @Test func saysWhichViewAndWhichName() {
        let error = #expect(throws: ViewError.self) { try check("{{nmae}}") }
        #expect(error?.description == "view: nothing is named {{nmae}}")
    }
}
