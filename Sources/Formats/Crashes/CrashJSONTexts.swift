/// Texts of reports that are JSON, as Apple's and those of Sentry's SDKs are.
protocol CrashJSONTexts {
    var json: JSONReader { get set }
    var builder: CrashBuilder { get set }
    var names: CrashNames { get set }
}

extension CrashJSONTexts {
    /// A name: of at most ``CrashReadLimits/name`` bytes, made once where it stands many times; empty for another value.
    mutating func text() throws(JSONReader.Malformed) -> String {
        guard let content = try json.string() else { return "" }
        guard !content.hasEscapes, content.part.count <= builder.limits.name else { return clean(content, builder.limits.name) }
        return names.string(content.part, in: json.bytes)
    }

    /// Of at most ``CrashReadLimits/message`` bytes; empty for another value.
    mutating func message() throws(JSONReader.Malformed) -> String {
        guard let content = try json.string() else { return "" }
        return clean(content, builder.limits.message)
    }

    private func clean(_ content: JSONReader.Content, _ most: Int) -> String {
        CrashNames.make(Array(json.text(content, most: most).utf8)[...])
    }
}
