import Foundation

/// A mustache template taken apart, as far as checking its names needs.
indirect enum TemplateNode: Equatable, Sendable {
    case variable(TemplateName, raw: Bool)
    case section(TemplateName, inverted: Bool, [TemplateNode])
    case partial(String)
    case parent(String, blocks: [String: [TemplateNode]])
    case block(String, [TemplateNode])
}

/// `a.b`, or `percent(a.b)` with its transforms from the outside in.
struct TemplateName: Equatable, Sendable {
    let path: [String]
    let transforms: [String]

    init(_ text: String) {
        var rest = Substring(text)
        var transforms: [String] = []
        while let open = rest.firstIndex(of: "("), rest.last == ")" {
            transforms.append(String(rest[..<open]))
            rest = rest[rest.index(after: open)...].dropLast()
        }
        self.transforms = transforms
        path = rest == "." || rest.isEmpty ? [] : rest.split(separator: ".").map(String.init)
    }
}

/// Reads the tags of a template; text between them is of no interest here.
struct TemplateParser {
    private var tags: ArraySlice<Tag>
    private let name: String

    private struct Tag {
        /// The mark behind the braces; `{` for raw variables, `v` for others.
        let kind: Unicode.Scalar
        let text: String
    }

    /// - Throws: `ViewError` for tags that do not close or that the house does not use.
    static func parse(_ source: String, name: String) throws -> [TemplateNode] {
        var parser = TemplateParser(tags: try tags(source, name)[...], name: name)
        return try parser.nodes(until: nil)
    }

    private static func tags(_ source: String, _ name: String) throws -> [Tag] {
        try source.components(separatedBy: "{{").dropFirst().compactMap { piece in
            let raw = piece.hasPrefix("{")
            guard let end = piece.range(of: raw ? "}}}" : "}}") else { throw ViewError("\(name): a tag does not close: {{\(piece.prefix(20))") }
            let text = piece[..<end.lowerBound].dropFirst(raw ? 1 : 0).trimmingCharacters(in: .whitespaces)
            guard let first = text.unicodeScalars.first, first != "!" else { return nil }
            guard first != "=", first != "%", first != "&" else { throw ViewError("\(name): {{\(first) is not used in this house") }
            let marked = "#^/><$".unicodeScalars.contains(first)
            let rest = marked ? String(text.unicodeScalars.dropFirst()).trimmingCharacters(in: .whitespaces) : text
            return Tag(kind: raw ? "{" : marked ? first : "v", text: rest)
        }
    }

    private mutating func nodes(until end: String?) throws -> [TemplateNode] {
        var nodes: [TemplateNode] = []
        while let tag = tags.popFirst() {
            if tag.kind == "/" {
                guard tag.text == end else { throw ViewError("\(name): {{/\(tag.text)}} closes {{\(end ?? "nothing")}}") }
                return nodes
            }
            nodes.append(try node(tag))
        }
        guard end == nil else { throw ViewError("\(name): {{\(end ?? "")}} is not closed") }
        return nodes
    }

    private mutating func node(_ tag: Tag) throws -> TemplateNode {
        switch tag.kind {
        case "#", "^": .section(TemplateName(tag.text), inverted: tag.kind == "^", try nodes(until: tag.text))
        case ">": .partial(tag.text)
        case "$": .block(tag.text, try nodes(until: tag.text))
        case "<": .parent(tag.text, blocks: blocks(try nodes(until: tag.text)))
        default: .variable(TemplateName(tag.text), raw: tag.kind == "{")
        }
    }

    private func blocks(_ nodes: [TemplateNode]) -> [String: [TemplateNode]] {
        var blocks: [String: [TemplateNode]] = [:]
        for case .block(let name, let nodes) in nodes { blocks[name] = nodes }
        return blocks
    }
}
