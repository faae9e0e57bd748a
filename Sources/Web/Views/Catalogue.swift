import Foundation

/// Every sentence a person reads, by key and language: `Views/<Feature>/<language>.txt`, one `key = text` a line.
///
/// A key `title` in the folder `Views/Apps` is named `apps.title`. Text may hold `{{name}}` for its arguments. A key `label.role.admin`, in
/// whatever folder, is the word for the case `admin` of an enumeration `Role`; templates write `{{role(value)}}`.
public struct Catalogue: Sendable {
    private let words: [Language: Words]

    /// - Throws: `ViewError` when a key is missing in one language or a line cannot be read.
    public init(directory: String) throws {
        var words: [Language: [String: String]] = [:]
        for language in Language.allCases {
            for feature in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() {
                let path = "\(directory)/\(feature)/\(language.rawValue).txt"
                guard FileManager.default.fileExists(atPath: path) else { continue }
                for (key, text) in try Self.read(path) {
                    guard words[language, default: [:]].updateValue(text, forKey: Self.name(of: key, in: feature)) == nil else {
                        throw ViewError("\(path): \(key) stands in another folder too")
                    }
                }
            }
        }
        try self.init(words)
    }

    init(_ words: [Language: [String: String]]) throws {
        let all = Set(words.values.flatMap(\.keys))
        for language in Language.allCases {
            if let missing = all.subtracting((words[language] ?? [:]).keys).min() {
                throw ViewError("catalogue \(language.rawValue): no text for \(missing)")
            }
        }
        self.words = try words.mapValues { try Words($0) }
    }

    private static func name(of key: String, in feature: String) -> String {
        key.hasPrefix("label.") ? key : "\(feature.prefix(1).lowercased())\(feature.dropFirst()).\(key)"
    }

    private static func read(_ path: String) throws -> [String: String] {
        var texts: [String: String] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let halves = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard halves.count == 2, texts.updateValue(halves[1], forKey: halves[0]) == nil else {
                throw ViewError("\(path): not `key = text`, or a key twice: \(line)")
            }
        }
        return texts
    }

    /// - Throws: `ViewError` when there is no such sentence.
    func check(_ key: String) throws {
        if words.values.contains(where: { $0.texts[key] == nil }) { throw ViewError("no text for \(key)") }
    }

    /// The words of one language.
    public subscript(_ language: Language) -> Words {
        words[language] ?? .none
    }

    /// The sentences in one language.
    public struct Words: Sendable {
        let texts: [String: String]
        /// From `web.short`.
        let shortUnits: ShortUnits

        static let none = Words(texts: [:], shortUnits: .none)

        /// - Throws: `ViewError` for a sentence that is read by the program and has another form.
        fileprivate init(_ texts: [String: String]) throws {
            self.init(texts: texts, shortUnits: try texts["web.short"].map { try ShortUnits($0) } ?? .none)
        }

        private init(texts: [String: String], shortUnits: ShortUnits) {
            self.texts = texts
            self.shortUnits = shortUnits
        }

        /// The sentence with its arguments put in; the key itself when there is none, so that nothing is ever empty.
        public subscript(_ message: Message) -> String {
            // In one pass: an argument that itself says `{{name}}` stays as it is.
            let pieces = (texts[message.key] ?? message.key).components(separatedBy: "{{")
            return pieces.dropFirst().reduce(pieces[0]) { text, piece in
                guard let end = piece.range(of: "}}"), let value = message.arguments[String(piece[..<end.lowerBound])] else {
                    return text + "{{" + piece
                }
                return text + value + piece[end.upperBound...]
            }
        }

        /// A sentence without arguments; the key itself when there is none.
        public subscript(_ key: String) -> String {
            texts[key] ?? key
        }

        /// The word for one value of an enumeration, e.g. `role.admin`; nil when the catalogue has no such group.
        func label(_ group: String, _ value: String) -> String? {
            texts["label.\(group).\(value)"]
        }

        /// The groups that `label` knows.
        var labelGroups: Set<String> {
            Set(texts.keys.filter { $0.hasPrefix("label.") }.map { String($0.split(separator: ".")[1]) })
        }
    }
}
