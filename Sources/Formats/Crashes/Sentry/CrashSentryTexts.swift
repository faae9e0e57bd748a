// Texts, numbers and times, as SDKs write them.
extension CrashSentry {
    /// A text, number or truth as text; an object or array as it is written; empty for `null`.
    mutating func scalar() throws(JSONReader.Malformed) -> String {
        switch json.peek() {
        case UInt8(ascii: "\""): return try text()
        case UInt8(ascii: "n"):
            try json.skip()
            return ""
        default:
            let start = json.place
            try json.skip()
            return CrashNames.make(json.bytes[start..<json.place].prefix(builder.limits.name))
        }
    }

    /// The texts of an array, as many as are kept of facts.
    mutating func texts(_ add: (inout CrashSentry, String) -> Void) throws(JSONReader.Malformed) {
        guard try json.beginArray() else { return }
        var count = 0
        while try json.item() {
            if count < builder.limits.facts { add(&self, try scalar()) } else { try json.skip() }
            count += 1
        }
    }

    /// What a list holds, which some SDKs put into an object as `values`, and some write without a list when there is only one.
    mutating func values(_ body: (inout CrashSentry) throws(JSONReader.Malformed) -> Void) throws(JSONReader.Malformed) {
        if json.peek() == UInt8(ascii: "[") {
            guard try json.beginArray() else { return }
            while try json.item() { try body(&self) }
            return
        }
        let place = json.place
        guard json.peek() == UInt8(ascii: "{") else { return try json.skip() }
        var probe = JSONReader(json.bytes, from: place)
        guard try probe.beginObject() else { return try json.skip() }
        while let name = try probe.name() {
            guard name == "values" else {
                try probe.skip()
                continue
            }
            let after = json.mark
            json.go(to: probe.place)
            if json.peek() == UInt8(ascii: "["), try json.beginArray() { while try json.item() { try body(&self) } }
            json.go(to: after)
            return try json.skip()
        }
        try body(&self)
    }

    /// `0x1f` or a number; nil for another value.
    mutating func address() throws(JSONReader.Malformed) -> UInt64? {
        guard json.peek() == UInt8(ascii: "\"") else { return try json.unsigned() }
        guard let content = try json.string(), !content.hasEscapes, content.part.count <= 18 else { return nil }
        let isHex = json.bytes[content.part].starts(with: "0x".utf8)
        return UInt64(String(decoding: json.bytes[content.part].dropFirst(isHex ? 2 : 0), as: UTF8.self), radix: isHex ? 16 : 10)
    }

    /// In milliseconds since 1970-01-01T00:00Z, from seconds or from text as in RFC 3339, which is in UTC where it does not say otherwise.
    mutating func time() throws(JSONReader.Malformed) -> Int? {
        if json.peek() == UInt8(ascii: "\"") { return SentryTime.milliseconds(try text()) }
        guard let part = try json.word() else { return nil }
        return SentryTime.milliseconds(seconds: String(decoding: json.bytes[part.prefix(32)], as: UTF8.self))
    }
}
