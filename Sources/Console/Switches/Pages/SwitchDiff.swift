import Web

/// One changed switch as a page tells it: fields before and after, and its rules line by line.
struct SwitchDiff: Codable, Sendable {
    let key: String
    let change: SwitchChange.Kind
    let added: Bool
    let removed: Bool
    let editedBy: String
    let fields: [Field]
    let rules: [SwitchDiffLine]

    struct Field: Codable, Sendable {
        let field: String
        /// Names of types, which have words.
        let isType: Bool
        let before: String
        let after: String
    }

    init(_ change: SwitchChange) {
        let (before, after) = (change.before.value, change.after.value)
        key = change.key
        self.change = change.change
        added = change.change == .new
        removed = change.change == .removed
        editedBy = change.editedBy
        fields = Self.fields(before, after)
        rules = before?.rules == after?.rules ? [] : SwitchDiffLine.lines(before?.rules ?? [], after?.rules ?? [])
    }

    private static func fields(_ before: SwitchDefinition?, _ after: SwitchDefinition?) -> [Field] {
        let texts: [(String, (SwitchDefinition) -> String)] = [
            ("type", { $0.type.rawValue }), ("default", { $0.default.text() }), ("schema", { $0.schema?.text() ?? "" }),
            ("description", \.description),
        ]
        return texts.compactMap { field, text in
            let (old, new) = (before.map(text) ?? "", after.map(text) ?? "")
            return old == new ? nil : Field(field: field, isType: field == "type", before: old, after: new)
        }
    }
}

/// One rule in a comparison.
struct SwitchDiffLine: Codable, Sendable {
    let added: Bool
    let removed: Bool
    let conditions: [Condition]
    let value: String

    struct Condition: Codable, Sendable {
        let element: RolloutElement
        let wanted: String
    }

    /// Removed ones stand before those that take their place.
    fileprivate static func lines(_ before: [SwitchRule], _ after: [SwitchRule]) -> [SwitchDiffLine] {
        let difference = after.difference(from: before)
        let removed = Set(difference.removals.map(\.place))
        let added = Set(difference.insertions.map(\.place))
        var lines: [SwitchDiffLine] = []
        var old = 0
        for (place, rule) in after.enumerated() {
            while removed.contains(old) {
                lines.append(SwitchDiffLine(before[old], removed: true))
                old += 1
            }
            lines.append(SwitchDiffLine(rule, added: added.contains(place)))
            if !added.contains(place) { old += 1 }
        }
        return lines + before[old...].map { SwitchDiffLine($0, removed: true) }
    }

    private init(_ rule: SwitchRule, added: Bool = false, removed: Bool = false) {
        self.added = added
        self.removed = removed
        conditions = rule.rollout.conditions.map { Condition(element: $0.element, wanted: $0.wanted) }
        value = rule.value.text()
    }
}

extension CollectionDifference.Change {
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
