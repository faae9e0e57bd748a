import Foundation
import Web

/// A list of versions, users or models. In JSON it is an array, or one text with commas or lines; it goes out as it came in.
struct RolloutWords: Codable, Sendable, Equatable {
    let items: [String]
    /// As it was written, when it was one text.
    private let text: String?

    /// The same words are the same however they were written.
    static func == (left: Self, right: Self) -> Bool { left.items == right.items }

    init(_ items: [String]) {
        self.items = items
        text = nil
    }

    init(text: String) {
        items = Self.split(text)
        self.text = text
    }

    init(from decoder: any Decoder) throws {
        // By way of a JSON value, so that to the OpenAPI document it is any.
        switch try decoder.singleValueContainer().decode(JSONValue.self) {
        case .string(let text): self.init(text: text)
        case .array(let values): self.init(try values.map { try Self.word($0, decoder) })
        case .null: self.init([])
        default: throw Self.mismatch(decoder)
        }
    }

    private static func word(_ value: JSONValue, _ decoder: any Decoder) throws -> String {
        guard case .string(let word) = value else { throw mismatch(decoder) }
        return word
    }

    private static func mismatch(_ decoder: any Decoder) -> DecodingError {
        .typeMismatch([String].self, .init(codingPath: decoder.codingPath, debugDescription: "neither a text nor texts"))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let text { try container.encode(text) } else { try container.encode(items) }
    }

    /// By lines and commas, also Chinese ones and semicolons.
    private static func split(_ text: String) -> [String] {
        let separators: Set<Unicode.Scalar> = [",", ";", "\n", "\r", "，", "；", "、"]
        let pieces = text.unicodeScalars.split { separators.contains($0) }.map { String($0).trimmingCharacters(in: .whitespaces) }
        return joiningModels(pieces.filter { !$0.isEmpty })
    }

    /// Apple's names of models hold a comma: `iPhone10,2` is one word.
    private static func joiningModels(_ pieces: [String]) -> [String] {
        pieces.reduce(into: []) { words, piece in
            guard let last = words.last, last.wholeMatch(of: #/(iPhone|iPad|iPod|Watch|AppleTV|Mac|MacBookPro|MacBookAir)\d+/#) != nil,
                piece.wholeMatch(of: #/\d+/#) != nil
            else { return words.append(piece) }
            words[words.count - 1] = "\(last),\(piece)"
        }
    }
}
