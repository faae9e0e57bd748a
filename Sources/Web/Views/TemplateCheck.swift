/// Holds a template against the shape of what it will be given: swift-mustache renders an unknown name as nothing,
/// so a misspelled one would only be found by somebody missing it.
struct TemplateCheck: Sendable {
    let templates: [String: [TemplateNode]]
    let labels: Set<String>

    /// Transforms of swift-mustache itself on sequences and positions.
    private static let sequenceTransforms: Set = ["first", "last", "index", "even", "odd", "empty", "count", "reversed"]

    func check(_ view: String, against root: Shape) throws {
        try check(template(view, in: view), Scope(view: view, stack: [root], blocks: [:]))
    }

    private struct Scope {
        let view: String
        var stack: [Shape]
        var blocks: [String: [TemplateNode]]
    }

    private func template(_ name: String, in view: String) throws -> [TemplateNode] {
        guard let nodes = templates[name] else { throw ViewError("\(view): there is no template \(name)") }
        return nodes
    }

    private func check(_ nodes: [TemplateNode], _ scope: Scope) throws {
        for node in nodes { try check(node, scope) }
    }

    private func check(_ node: TemplateNode, _ scope: Scope) throws {
        switch node {
        case .variable(let name, let raw): try checkVariable(name, raw, scope)
        case .section(let name, let inverted, let nodes): try checkSection(name, inverted, nodes, scope)
        case .partial(let name): try check(template(name, in: scope.view), scope)
        case .block(let name, let nodes): try check(scope.blocks[name] ?? nodes, scope)
        case .parent(let name, let blocks):
            var inner = scope
            inner.blocks = blocks.merging(scope.blocks) { $1 }
            try check(template(name, in: scope.view), inner)
        }
    }

    private func checkVariable(_ name: TemplateName, _ raw: Bool, _ scope: Scope) throws {
        let shape = try resolve(name, scope)
        guard (shape == .html) == raw else {
            throw ViewError("\(scope.view): {{\(name.path.joined(separator: "."))}} needs \(raw ? "two" : "three") braces")
        }
        if case .object = shape { throw ViewError("\(scope.view): {{\(name.path.joined(separator: "."))}} is not a value") }
    }

    private func checkSection(_ name: TemplateName, _ inverted: Bool, _ nodes: [TemplateNode], _ scope: Scope) throws {
        var inner = scope
        switch try resolve(name, scope) {
        case .array(let element) where !inverted: inner.stack.append(element)
        case let shape where !inverted: inner.stack.append(shape)
        default: break
        }
        try check(nodes, inner)
    }

    private func resolve(_ name: TemplateName, _ scope: Scope) throws -> Shape {
        for transform in name.transforms where !isKnown(transform) {
            throw ViewError("\(scope.view): there is no transform \(transform)")
        }
        guard let first = name.path.first else { return name.transforms.isEmpty ? scope.stack.last?.unwrapped ?? .any : .string }
        guard let start = scope.stack.reversed().lazy.compactMap({ property(first, of: $0) }).first else {
            throw ViewError("\(scope.view): nothing is named {{\(name.path.joined(separator: "."))}}")
        }
        let shape = try name.path.dropFirst().reduce(start) { shape, part in
            guard let next = property(part, of: shape) else {
                throw ViewError("\(scope.view): {{\(name.path.joined(separator: "."))}} has no \(part)")
            }
            return next
        }
        return name.transforms.isEmpty ? shape.unwrapped : .string
    }

    private func isKnown(_ transform: String) -> Bool {
        ViewValue.transforms.contains(transform) || Self.sequenceTransforms.contains(transform) || labels.contains(transform)
    }

    private func property(_ name: String, of shape: Shape) -> Shape? {
        switch shape.unwrapped {
        case .object(let members): members[name]
        case .dictionary(let value): value
        case .any: .any
        default: nil
        }
    }
}
