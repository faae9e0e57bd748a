import Testing

@testable import Web

struct CatalogueTests {
    private func catalogue(_ chinese: String, _ english: String) throws -> Catalogue {
        try ScratchViews(["Apps/zh-CN.txt": chinese, "Apps/en.txt": english]).catalogue()
    }

    @Test func keysCarryTheirFolder() throws {
        let views = try ScratchViews([
            "Apps/zh-CN.txt": "# Apps\ntitle = zh = 1\n\nempty.hint = x", "Apps/en.txt": "title = Apps\nempty.hint=x",
            "RolloutPlan/zh-CN.txt": "a = 1", "RolloutPlan/en.txt": "a = 2",
        ])
        let catalogue = try views.catalogue()
        #expect(catalogue[.english]["apps.title"] == "Apps")
        #expect(catalogue[.chinese]["apps.title"] == "zh = 1")
        #expect(catalogue[.english]["rolloutPlan.a"] == "2")
        #expect(catalogue[.english]["apps.empty.hint"] == "x")
        #expect(catalogue[.english]["apps.nothing"] == "apps.nothing")
    }

    @Test(arguments: [("a = 1", ""), ("", "a = 1"), ("a = 1\nb = 1", "a = 1")])
    func aKeyThatIsMissingInOneLanguageIsRefused(chinese: String, english: String) {
        #expect(throws: ViewError.self) { try catalogue(chinese, english) }
    }

    @Test(arguments: ["a", "a =", "= x", "a = 1\na = 2"]) func aLineThatCannotBeReadIsRefused(text: String) {
        #expect(throws: ViewError.self) { try catalogue(text, text) }
    }

    @Test func argumentsArePutInOnce() throws {
        let words = try Catalogue.Words.sample(["greet": "{{name}} has {{count}}, {{count}} {{other}} {{"])
        #expect(words[Message("greet", ["name": "Ada", "count": "3"])] == "Ada has 3, 3 {{other}} {{")
        #expect(words[Message("greet", ["name": "{{count}}", "count": "{{name}}"])] == "{{count}} has {{name}}, {{name}} {{other}} {{")
        #expect(words[Message("missing", ["name": "Ada"])] == "missing")
    }

    @Test func labelsAreGroups() throws {
        let words = try Catalogue.Words.sample(["label.role.admin": "Administrator", "label.platform.ios": "iOS", "apps.title": "Apps"])
        #expect(words.label("role", "admin") == "Administrator")
        #expect(words.label("role", "nobody") == nil)
        #expect(words.labelGroups == ["role", "platform"])
    }
}
