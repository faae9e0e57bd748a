import Testing

@testable import Console

@Suite struct ModuleLicenceTests {
    @Test(arguments: [
        ("MIT", []), ("mit", []), ("LicenseRef-Proprietary", []), ("Zlib AND libpng-2.0", []), ("GPL-2.0-only", ["GPL-2.0-only"]),
        ("GPL-2.0+", ["GPL-2.0+"]),
        ("MIT OR GPL-3.0-only", []), ("GPL-3.0-only OR MPL-2.0", ["MPL-2.0"]), ("(GPL-2.0-only OR MIT) AND LGPL-2.1-only", ["LGPL-2.1-only"]),
        ("GPL-3.0-only AND AGPL-3.0-only OR MIT", []), ("GPL-2.0-only WITH Classpath-exception-2.0", ["GPL-2.0-only WITH Classpath-exception-2.0"]),
        ("LicenseRef-Theirs", ["LicenseRef-Theirs"]), ("DocumentRef-x:LicenseRef-y", ["DocumentRef-x:LicenseRef-y"]), ("((((MIT))))", []),
    ])
    func anExpressionAsksForAsLittleAsItCan(text: String, questions: [String]) throws {
        let licence = try #require(ModuleLicence(text))
        #expect(licence.questions(accepted: []).map(\.text) == questions)
        #expect(licence.questions(accepted: Set(questions)).isEmpty)
    }

    @Test(arguments: [
        "", " ", "MIT MIT", "MIT AND", "OR MIT", "(MIT", "MIT)", "()", "MIT WITH", "MIT WITH AND", "AND", "MIT/Apache", "a:b:c", "<script>",
        "MIT\u{200D}",
        String(repeating: "(", count: 200), String(repeating: "(", count: 17) + "MIT" + String(repeating: ")", count: 17),
        String(repeating: "MIT OR ", count: 80) + "MIT",
    ])
    func whatIsNoExpressionIsRefused(text: String) {
        #expect(ModuleLicence(text) == nil)
    }

    @Test(arguments: [
        ("MIT", ModuleLicenceTerms.free), ("Apache-2.0", .free), ("MPL-2.0", .weak), ("EPL-2.0", .weak), ("LGPL-2.1-or-later", .copyleft),
        ("AGPL-3.0-only", .copyleft),
        ("GPL-2.0+", .copyleft), ("NOASSERTION", .unknown), ("GPLish-1.0", .unknown),
    ])
    func idsAreKnownByWhatTheyAskOfAnApp(id: String, terms: ModuleLicenceTerms) {
        #expect(ModuleLicenceTerms(id) == terms)
    }

    @Test func anExceptionForLinkingMakesItWeak() {
        #expect(ModuleLicenceID(id: "GPL-2.0-only", exception: "Classpath-exception-2.0").terms == .weak)
        #expect(ModuleLicenceID(id: "GPL-2.0-only", exception: "Font-exception-2.0").terms == .copyleft)
        #expect(ModuleLicenceID(id: "GPL-2.0-only", exception: "Font-exception-2.0").isAccepted(["gpl-2.0-only"]))
    }
}
