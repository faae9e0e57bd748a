import Testing

@testable import Web

struct FormDecoderTests {
    private func decode<Input: Decodable>(_ text: String, as type: Input.Type = Input.self) throws -> Input {
        try FormDecoder().decode(type, from: try Form(encoded: text))
    }

    private struct Text: Decodable, Equatable {
        var name: String
        var note: String?
    }

    private struct Numbers: Decodable, Equatable {
        var count: Int
        var rate: Double?
        var big: Int64?
        var small: UInt8?
        var single: Float?
    }

    private struct Lists: Decodable, Equatable {
        var platforms: [String]
        var kinds: [SampleKind]?
        var numbers: [Int]?
    }

    private struct Choice: Decodable, Equatable {
        var kind: SampleKind?
    }

    private struct Flags: Decodable, Equatable {
        var on: Bool
        var off: Bool?
    }

    private struct Nested: Decodable, Equatable {
        var window: Numbers
        var texts: [String: String]?
    }

    @Test func aTextMayBeEmptyOrMissing() throws {
        #expect(try decode("name=Ada&note=x") == Text(name: "Ada", note: "x"))
        #expect(try decode("name=&note=") == Text(name: "", note: nil))
        #expect(try decode("") == Text(name: "", note: nil))
    }

    @Test func numbersMayHaveSpacesAroundThem() throws {
        #expect(
            try decode("count=+7+&rate=1.5&big=9007199254740993&small=255&single=0.5")
                == Numbers(count: 7, rate: 1.5, big: 9_007_199_254_740_993, small: 255, single: 0.5)
        )
        #expect(try decode("count=-3&rate=") == Numbers(count: -3))
    }

    @Test(arguments: [
        "count=x", "count=1.5", "count=1&rate=nan", "count=1&rate=inf", "count=1&rate=1e999", "count=99999999999999999999", "count=1&small=256",
    ])
    func whatIsNoNumberIsRejected(text: String) {
        let error = #expect(throws: Problem.self) { try decode(text, as: Numbers.self) }
        #expect(error?.rejections.first?.message.key == "web.number")
    }

    @Test(arguments: ["", "count="]) func aMissingNumberIsRequired(text: String) {
        #expect(throws: Problem.invalid("count", "web.required")) { try decode(text, as: Numbers.self) }
    }

    @Test func aListTakesEveryFieldAndCommas() throws {
        #expect(
            try decode("platforms=ios&platforms=android,+harmony&kinds=small,large&numbers=1,2")
                == Lists(platforms: ["ios", "android", "harmony"], kinds: [.small, .large], numbers: [1, 2])
        )
        #expect(try decode("platforms=&numbers=") == Lists(platforms: [], kinds: nil, numbers: nil))
        #expect(throws: Problem.invalid("numbers", "web.number")) { try decode("numbers=1,x", as: Lists.self) }
    }

    @Test func aWordThatIsNoChoiceIsRejectedByField() throws {
        #expect(try decode("kind=small") == Choice(kind: .small))
        #expect(try decode("kind=") == Choice(kind: nil))
        #expect(throws: Problem.invalid("kind", "web.choice")) { try decode("kind=huge", as: Choice.self) }
        #expect(throws: Problem.invalid("kinds", "web.choice")) { try decode("kinds=small,huge", as: Lists.self) }
    }

    @Test func aCheckboxIsTrueWhenItIsThere() throws {
        #expect(try decode("on=on") == Flags(on: true, off: nil))
        #expect(try decode("off=0") == Flags(on: false, off: false))
        #expect(try decode("on=1&off=true") == Flags(on: true, off: true))
    }

    @Test func nestedValuesHaveTheirPrefix() throws {
        let nested = try decode("window.count=1&window.rate=0.5&texts.a=x&texts.b=y&other=z", as: Nested.self)
        #expect(nested == Nested(window: Numbers(count: 1, rate: 0.5), texts: ["a": "x", "b": "y"]))
        #expect(throws: Problem.invalid("window", "web.required")) { try decode("", as: Nested.self) }
        #expect(throws: Problem.invalid("window.count", "web.required")) { try decode("window.rate=1", as: Nested.self) }
    }
}
