import Foundation
import Mustache
import Synchronization

/// All templates in all languages, compiled once at start.
///
/// To a section (`{{#a}}…{{/a}}`, `{{^a}}…{{/a}}`) absent values, `false`, empty lists, empty texts and empty markup are nothing; everything
/// else is something, the number 0 and an object without members among it.
public struct Views: Sendable {
    private let libraries: [Language: MustacheLibrary]
    /// One for each language: the texts of a catalogue bring names of their own.
    private let checks: [TemplateCheck]
    public let catalogue: Catalogue
    /// What was found sound: tests make hundreds of consoles of one `Views`.
    private let sound = ViewsSound()

    /// - Parameter directory: holds `<Feature>/<name>.mustache` and the catalogues.
    /// - Throws: `ViewError`; the console does not start with a template that cannot be used.
    public init(directory: String, catalogue: Catalogue) throws {
        MustacheContentTypes.register(ScalarEscaping(), named: "CONSOLE")
        let sources = try Self.sources(directory)
        for (name, source) in sources {
            try Self.lint(source, name: name)
        }
        self.catalogue = catalogue
        let compiled = try Self.sideBySide { language in
            (library: try Self.compile(sources, catalogue[language]), check: try Self.parse(sources, catalogue[language]))
        }
        libraries = compiled.mapValues(\.library)
        checks = compiled.values.map(\.check)
    }

    /// Each language on a thread of its own: this is a third of a console's start.
    private static func sideBySide<Made: Sendable>(_ make: @Sendable (Language) throws -> Made) throws -> [Language: Made] {
        let languages = Language.allCases
        let made = Mutex<[Language: Result<Made, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: languages.count) { index in
            let result = Result { try make(languages[index]) }
            made.withLock { $0[languages[index]] = result }
        }
        return try made.withLock { $0 }.mapValues { try $0.get() }
    }

    /// - Throws: `ViewError` when the view is missing or asks for a name that `shape` does not have.
    func check(_ view: String, against shape: Shape) throws {
        for check in checks { try check.check(view, against: shape) }
    }

    func isChecked(_ view: String, with types: [any Decodable.Type]) -> Bool { sound.has(view, types) }

    func noteChecked(_ view: String, with types: [any Decodable.Type]) { sound.add(view, types) }

    func render(_ view: String, _ tree: [String: Any], in language: Language) throws -> String {
        guard let text = libraries[language]?.render(tree, withTemplate: Self.dotted(view)) else { throw ViewError("there is no template \(view)") }
        return text
    }

    private static func sources(_ directory: String) throws -> [String: String] {
        var sources: [String: String] = [:]
        for feature in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() {
            for file in (try? FileManager.default.contentsOfDirectory(atPath: "\(directory)/\(feature)")) ?? [] where file.hasSuffix(".mustache") {
                sources["\(feature)/\(file.dropLast(9))"] = try String(contentsOfFile: "\(directory)/\(feature)/\(file)", encoding: .utf8)
            }
        }
        return sources
    }

    /// What the Content-Security-Policy would block in the browser is refused here already.
    private static func lint(_ source: String, name: String) throws {
        for forbidden in [#/\sstyle\s*=/#, #/\son[a-z]+\s*=/#, #/<style/#, #/<script(?![^>]*\ssrc=)/#] {
            if let match = try forbidden.ignoresCase().firstMatch(in: source) {
                throw ViewError("\(name): \(match.output) is blocked by the Content-Security-Policy")
            }
        }
    }

    private static func compile(_ sources: [String: String], _ words: Catalogue.Words) throws -> MustacheLibrary {
        var library = MustacheLibrary()
        for (name, source) in sources {
            // The pragma is not inherited by partials or parents, so every template gets it.
            try library.register("{{% CONTENT_TYPE:CONSOLE}}" + dottedNames(translate(source, words, name)), named: dotted(name))
        }
        return library
    }

    private static func parse(_ sources: [String: String], _ words: Catalogue.Words) throws -> TemplateCheck {
        let templates = try sources.map { name, source in (name, try TemplateParser.parse(translate(source, words, name), name: name)) }
        return TemplateCheck(templates: Dictionary(uniqueKeysWithValues: templates), labels: words.labelGroups)
    }

    /// swift-mustache 2.1.1 takes `/` in the name that opens a parent but not in the one that closes it.
    private static func dottedNames(_ source: String) -> String {
        source.replacing(#/\{\{([<>\/])\s*([A-Za-z0-9_-]+\/[A-Za-z0-9_-]+)\s*\}\}/#) { "{{\($0.1)\(dotted(String($0.2)))}}" }
    }

    private static func dotted(_ name: String) -> String {
        name.replacing("/", with: ".")
    }

    /// Puts the catalogue's words in place of `[[key]]`.
    private static func translate(_ source: String, _ words: Catalogue.Words, _ name: String) throws -> String {
        let pieces = source.components(separatedBy: "[[")
        return try pieces.dropFirst().reduce(pieces[0]) { text, piece in
            guard let end = piece.range(of: "]]"), let word = words.texts[String(piece[..<end.lowerBound])] else {
                throw ViewError("\(name): no text for [[\(piece.prefix(40))")
            }
            return text + HTML.escape(word) + piece[end.upperBound...]
        }
    }
}

/// swift-mustache 2.1.1 escapes `Character`s, so `"` followed by U+200D is one character and passes; this goes by scalars.
private struct ScalarEscaping: MustacheContentType {
    func escapeText(_ text: String) -> String {
        HTML.escape(text)
    }
}

/// Views that were checked against the types that fill them.
private final class ViewsSound: Sendable {
    private let pairs = Mutex<Set<Pair>>([])

    private struct Pair: Hashable {
        let view: String
        let types: [ObjectIdentifier]

        init(_ view: String, _ types: [any Decodable.Type]) {
            self.view = view
            self.types = types.map { ObjectIdentifier($0) }
        }
    }

    func has(_ view: String, _ types: [any Decodable.Type]) -> Bool { pairs.withLock { $0.contains(Pair(view, types)) } }

    func add(_ view: String, _ types: [any Decodable.Type]) { pairs.withLock { _ = $0.insert(Pair(view, types)) } }
}
