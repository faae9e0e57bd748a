import Foundation
import Web

/// What a message says, with placeholders `#name#` in texts. One value for every channel; `PushPayload` writes it as each wants it.
struct PushContent: Codable, Sendable, Equatable {
    var title: String
    var body: String
    /// What the app is given beside the texts. Placeholders are filled in texts at the top.
    var data: [String: JSONValue]
    /// On the app's icon; nil leaves it.
    var badge: Int?
    /// `default` or a file of the app; empty for none.
    var sound: String
    /// Wakes the app and shows nothing.
    var silent: Bool
    /// By https; nil for none.
    var imageURL: String?
    /// How long it makes sense, from when it is due on. 0: now or never.
    var ttlSeconds: Int
    /// A later message of the same one replaces it on devices; empty for none.
    var collapseId: String

    static let empty = PushContent(title: "", body: "", data: [:], sound: "", silent: false, ttlSeconds: PushRules.usualTTL, collapseId: "")

    /// Names between `#`, each once and in order.
    var placeholders: [String] {
        var seen = Set<String>()
        return texts.flatMap { PushPlaceholder.names(in: $0) }.filter { seen.insert($0).inserted }
    }

    private var texts: [String] { [title, body] + data.sorted { $0.key < $1.key }.compactMap { $0.value.pushText } }

    /// The same with every placeholder filled.
    /// - Throws: `invalid` on `parameters` for one that nothing fills.
    func filled(with parameters: [String: String]) throws -> PushContent {
        if let missing = placeholders.first(where: { parameters[$0] == nil }) {
            throw Problem.invalid("parameters", "push.placeholder.unfilled", ["name": missing])
        }
        return shown(with: parameters)
    }

    /// The same with the placeholders filled that can be.
    func shown(with parameters: [String: String]) -> PushContent {
        if parameters.isEmpty { return self }
        var content = self
        content.title = PushPlaceholder.fill(title, parameters)
        content.body = PushPlaceholder.fill(body, parameters)
        content.data = data.mapValues { value in value.pushText.map { .string(PushPlaceholder.fill($0, parameters)) } ?? value }
        return content
    }
}

extension JSONValue {
    fileprivate var pushText: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

/// `#name#`: a letter, then letters, digits and `_`, 32 at most. Any other `#` is a `#`.
enum PushPlaceholder {
    static func isName(_ name: some StringProtocol) -> Bool {
        let bytes = Array(name.utf8)
        guard let first = bytes.first, bytes.count <= 32, isLetter(first) else { return false }
        return bytes.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func names(in text: String) -> [String] { pieces(of: text).compactMap(\.name) }

    static func fill(_ text: String, _ parameters: [String: String]) -> String {
        guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
        return pieces(of: text).map { piece in piece.name.flatMap { parameters[$0] } ?? piece.text }.joined()
    }

    private struct Piece {
        /// As it stands there.
        let text: String
        /// Of a placeholder.
        let name: String?
    }

    /// In one pass: what is filled in is never looked at again.
    private static func pieces(of text: String) -> [Piece] {
        let parts = text.utf8.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        var (pieces, place) = ([Piece(text: parts[0], name: nil)], 1)
        while place < parts.count {
            if place + 1 < parts.count, isName(parts[place]) {
                pieces.append(Piece(text: "#\(parts[place])#", name: parts[place]))
                pieces.append(Piece(text: parts[place + 1], name: nil))
                place += 2
            } else {
                pieces.append(Piece(text: "#\(parts[place])", name: nil))
                place += 1
            }
        }
        return pieces
    }
}
