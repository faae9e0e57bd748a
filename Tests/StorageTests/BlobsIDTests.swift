import Foundation
import Testing

@testable import Storage

struct BlobsIDTests {
    private static let text = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    @Test func isTheDigestOfTheBytes() {
        #expect(BlobID(of: Array("hello".utf8)).text == Self.text)
        #expect(BlobID(Self.text)?.description == Self.text)
    }

    private static let others: [String] = [
        "", "2cf2", "\(text)0", text.uppercased(), "g\(text.dropFirst())", "../\(text.dropFirst(3))", "é\(text.dropFirst(2))", " \(text.dropFirst())",
        "\(text.dropLast())\n", "\(text.dropLast())\u{FF11}",
    ]

    @Test(arguments: others)
    func anythingElseIsNone(text: String) throws {
        #expect(BlobID(text) == nil)
        #expect(BlobID(sqlValue: .text(text)) == nil)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([BlobID].self, from: try JSONEncoder().encode([text])) }
    }

    @Test func hasAPlaceThatSortsAsItDoes() throws {
        let id = try #require(BlobID(Self.text))
        #expect(id.place == "2c/f24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
        #expect(BlobID(place: id.place) == id)
        for place in [Self.text, "2cf/" + Self.text.dropFirst(3), "/" + Self.text, "2c//" + Self.text.dropFirst(2), "2c/f2"] {
            #expect(BlobID(place: place) == nil)
        }
        let others = (0..<50).map { BlobID(of: [$0]) }
        #expect(others.sorted().map(\.place) == others.map(\.place).sorted())
    }

    @Test func goesThroughColumnsAndJSON() throws {
        let id = try #require(BlobID(Self.text))
        #expect(BlobID(sqlValue: id.sqlValue) == id)
        #expect(BlobID(sqlValue: .blob([1])) == nil)
        #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == "[\"\(Self.text)\"]")
        #expect(try JSONDecoder().decode([BlobID].self, from: Data("[\"\(Self.text)\"]".utf8)) == [id])
    }
}
