import Web

/// What a switch says: its value, and for whom another one.
struct SwitchDefinition: Codable, Sendable, Equatable {
    let type: SwitchType
    /// For devices that no rule is for.
    let `default`: JSONValue
    /// In order: the first that matches decides.
    let rules: [SwitchRule]
    /// That values of type JSON have to fit; see ``JSONSchema``, of which it may say ``schemaWords``.
    let schema: JSONValue?
    let description: String

    /// The most that a value may weigh, in bytes of JSON.
    static let valueLimit = 16_384
    static let rulesLimit = 50
    private static let depthLimit = 32
    /// No `pattern` among them: what an operator types may take a matcher a lifetime.
    static let schemaWords: Set<JSONSchema.Word> = [.type, .properties, .required, .items, .enum, .minimum, .maximum, .maxLength]

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        var wrong: [Rejection] = []
        if description.unicodeScalars.count > 500 { wrong.append(Rejection("description", "switches.description.long")) }
        if rules.count > Self.rulesLimit { wrong.append(Rejection("rules", "switches.rules.many", ["limit": "\(Self.rulesLimit)"])) }
        let schema = schema(&wrong)
        wrong += rejections(of: `default`, "default", schema)
        for (index, rule) in rules.enumerated() {
            wrong += rule.rejections("rules.\(index)") + rejections(of: rule.value, "rules.\(index).value", schema)
        }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    private func schema(_ wrong: inout [Rejection]) -> JSONSchema? {
        guard let schema else { return nil }
        guard type == .json else {
            wrong.append(Rejection("schema", "switches.schema.onlyJSON"))
            return nil
        }
        do throws(JSONSchemaError) {
            return try JSONSchema(schema, words: Self.schemaWords)
        } catch {
            wrong.append(Rejection("schema", "switches.schema.unknown.\(error.reason.rawValue)", ["place": error.place, "word": error.word]))
            return nil
        }
    }

    private func rejections(of value: JSONValue, _ field: String, _ schema: JSONSchema?) -> [Rejection] {
        if !type.admits(value) { return [Rejection(field, "switches.value.\(type.rawValue)")] }
        if value.depth > Self.depthLimit { return [Rejection(field, "switches.value.deep", ["limit": "\(Self.depthLimit)"])] }
        if value.text().utf8.count > Self.valueLimit { return [Rejection(field, "switches.value.long", ["limit": "\(Self.valueLimit)"])] }
        guard let fault = schema?.fault(in: value) else { return [] }
        return [Rejection(field, "switches.value.schema.\(fault.reason.rawValue)", ["place": fault.place, "word": fault.word])]
    }
}

/// What it takes to make a switch or to change it.
struct SwitchInput: Codable, Sendable {
    let type: SwitchType
    let `default`: JSONValue
    let rules: [SwitchRule]?
    let schema: JSONValue?
    let description: String?
    /// The one that was looked at: a change made since is not overwritten but told of. Absent to overwrite whatever is there.
    let revision: Int?

    var definition: SwitchDefinition {
        SwitchDefinition(type: type, default: `default`, rules: rules ?? [], schema: schema, description: description ?? "")
    }
}
