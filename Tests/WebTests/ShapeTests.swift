import Foundation
import Testing

@testable import Web

struct ShapeTests {
    private struct Inner: Codable {
        var label: String
        var size: Int64
    }

    private struct Body: Codable {
        var name: String
        var count: Int
        var rate: Double
        var weight: Float
        var small: UInt8
        var on: Bool
        var at: Date
        var chart: SafeHTML
        var kind: SampleKind
        var inner: Inner
        var list: [Inner]
        var words: [String: String]
        var table: [String: Inner]
        var gaps: [Double?]
        var maybe: Inner?
        var nothing: OrNull<Date>
        var none: OrNull<SampleKind>?
    }

    private static let inner = Shape.object(["label": .string, "size": .integer])

    @Test func everyPropertyIsFound() throws {
        let shape = try Shape.of(Body.self)
        #expect(
            shape.properties == [
                "name": .string, "count": .integer, "rate": .number, "weight": .number, "small": .integer, "on": .boolean, "at": .date,
                "chart": .html,
                "kind": .enumeration(["small", "large"]), "inner": Self.inner, "list": .array(Self.inner), "words": .dictionary(.string),
                "table": .dictionary(Self.inner), "gaps": .array(.optional(.number)), "maybe": .optional(Self.inner), "nothing": .optional(.date),
                "none": .optional(.optional(.enumeration(["small", "large"]))),
            ]
        )
    }

    @Test func aListIsItsItemsCursorAndTotal() throws {
        #expect(
            try Shape.of(List<Inner>.self) == .object(["items": .array(Self.inner), "next": .optional(.string), "total": .integer])
        )
    }

    @Test func nothingHasNoProperties() throws {
        #expect(try Shape.of(Nothing.self) == .object([:]))
        #expect(try Shape.of([String].self) == .array(.string))
    }

    private struct Even: Codable, Equatable, ShapeSample {
        let number: Int

        init(from decoder: any Decoder) throws {
            guard try decoder.singleValueContainer().decode(String.self) == "2" else { throw CancellationError() }
            number = 2
        }

        private init() { number = 2 }

        static var sample: Even { Even() }
    }

    private struct Strict: Codable {
        let even: Even
        let behind: Int
    }

    @Test func whatChecksItsTextHasASample() throws {
        #expect(try Shape.of(Strict.self) == .object(["even": .string, "behind": .integer]))
    }

    private enum Unlisted: String, Codable { case a }

    private struct Hidden: Codable {
        var first: Unlisted
        var second: String
    }

    private struct HiddenLast: Codable {
        var hidden: Unlisted?
        var second: String
    }

    /// The probe has no value for it, so whatever comes behind would be missing from pages and from the API's document.
    @Test func anEnumerationThatIsNotListedIsRefusedUnlessOptional() throws {
        #expect(throws: ViewError.self) { try Shape.of(Hidden.self) }
        #expect(try Shape.of(HiddenLast.self) == .object(["hidden": .optional(.string), "second": .string]))
    }

    private struct Tree: Codable {
        var name: String
        var children: [Tree]?
    }

    @Test func aTypeInItselfEndsSomewhere() throws {
        #expect(try Shape.of(Tree.self).properties["name"] == .string)
    }
}
