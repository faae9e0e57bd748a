import Web

/// The part of JSON Schema (draft 2020-12) that values of switches and the manifests of packages are held against. A schema that says anything
/// else is refused, so that nobody relies on what is not looked at.
///
/// | word | means |
/// |---|---|
/// | `type` | one of `object` `array` `string` `number` `integer` `boolean` `null` |
/// | `properties`, `required` | schemas of an object's members; names of those that have to be there |
/// | `additionalProperties` | false: no members but those; a schema: that of all others |
/// | `items`, `minItems`, `uniqueItems` | the schema of every element of an array; how many at least; no two of them equal |
/// | `enum`, `const` | one of these values; this value |
/// | `minimum`, `maximum` | of a number, both included |
/// | `minLength`, `maxLength` | of a text, in Unicode code points |
/// | `pattern` | a text holds a match of this expression |
/// | `$ref`, `$defs` | the schema of that name, `#/$defs/name`; none that leads back to itself |
/// | `$schema`, `$id`, `title`, `description` | nothing is checked |
indirect enum JSONSchema: Sendable {
    case all([JSONSchema])
    case type(JSONType)
    case properties([String: JSONSchema])
    case required([String])
    /// Of the members that are not among these.
    case others(Set<String>, JSONSchema)
    /// There are no members but these.
    case only(Set<String>)
    case items(JSONSchema)
    case minItems(Int64)
    case uniqueItems
    case choice([JSONValue])
    case minimum(Double)
    case maximum(Double)
    case minLength(Int64)
    case maxLength(Int64)
    case pattern(JSONPattern)

    enum JSONType: String, Sendable {
        case object, array, string, number, integer, boolean, null
    }

    /// What a schema may say.
    enum Word: String, CaseIterable, Sendable {
        case type, properties, required, additionalProperties, items, minItems, uniqueItems
        case `enum`, const, minimum, maximum, minLength, maxLength, pattern
        case ref = "$ref"
        case definitions = "$defs"
        case schema = "$schema"
        case id = "$id"
        case title, description
    }

    /// - Parameter words: that may be in it.
    init(_ schema: JSONValue, words: Set<Word> = Set(Word.allCases)) throws(JSONSchemaError) {
        self = try JSONSchemaReader(schema, words: words).schema(schema, at: "", within: [])
    }
}

/// Why something is not a schema of the subset.
struct JSONSchemaError: Error, Equatable, CustomStringConvertible {
    let reason: Reason
    /// JSON pointer into the schema.
    let place: String
    let word: String

    enum Reason: String, CaseIterable, Sendable {
        case notASchema, tooDeep, unknown, wrong
    }

    init(_ reason: Reason, _ place: String, _ word: String = "") {
        self.reason = reason
        self.place = place.isEmpty ? "/" : place
        self.word = word
    }

    var description: String { "JSON Schema at \(place): \(reason.rawValue) \(word)" }
}
