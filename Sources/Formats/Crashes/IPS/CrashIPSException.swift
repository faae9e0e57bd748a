extension CrashIPS {
    mutating func exception() throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "type": builder.report.exception.type = try text()
            case "signal": builder.report.exception.signal = try text()
            case "codes": builder.report.exception.codes = try text()
            case "subtype", "message": builder.report.exception.subtype = try text(or: builder.report.exception.subtype)
            default: try json.skip()
            }
        }
    }

    /// What nobody caught, by name, as newer systems say it.
    mutating func thrown() throws(JSONReader.Malformed) {
        var (type, message) = ("", "")
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "name": type = try text()
            case "composed_message": message = try self.message()
            default: try json.skip()
            }
        }
        guard !type.isEmpty else { return }
        if builder.report.thrown.isEmpty { builder.add(CrashReport.Thrown(type: "")) }
        guard !builder.report.thrown.isEmpty else { return }
        builder.report.thrown[0].type = type
        builder.report.thrown[0].message = message
    }

    mutating func termination() throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        var (indicator, lines): (String, [String]) = ("", [])
        while let name = try json.name() {
            switch name {
            case "namespace": builder.report.termination.namespace = try text()
            case "code": builder.report.termination.code = try json.unsigned()
            case "byProc": builder.report.termination.process = try text()
            case "indicator": indicator = try message()
            case "reasons", "details": lines += try texts()
            default: try json.skip()
            }
        }
        let kept = [indicator] + lines.prefix(builder.limits.lines)
        builder.report.termination.reason = kept.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Lines by the library that wrote them, in the report's order.
    mutating func information() throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while try json.name() != nil {
            for line in try texts() { builder.add(information: line) }
        }
    }

    /// Of an array, as many as are kept of information.
    private mutating func texts() throws(JSONReader.Malformed) -> [String] {
        var texts: [String] = []
        guard try json.beginArray() else { return texts }
        while try json.item() {
            if texts.count < builder.limits.lines { texts.append(try message()) } else { try json.skip() }
        }
        return texts
    }
}
