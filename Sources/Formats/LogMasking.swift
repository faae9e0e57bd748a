/// Takes out of an upload's lines what tells of one user or device, and leaves what statistics count: when something of which kind happened in which
/// version, and how long it took.
public struct LogMasking: Sendable {
    private let field: LogField
    private let value: [UInt8]
    private let isInHeader: Bool

    /// - Parameters:
    ///   - field: `user` or `device`.
    ///   - value: as in the lines, decoded.
    ///   - isInHeader: whether a line that names nobody is meant, because the upload's header says so.
    public init(_ field: LogField, _ value: String, isInHeader: Bool) {
        (self.field, self.value, self.isInHeader) = (field, Array(value.utf8), isInHeader)
    }

    /// - Returns: the body with other lines in the places of those, and how many they are; nil when none of its lines is one. A line that cannot be read
    ///   and holds the value becomes `-`, which cannot be read either.
    public func masked(_ body: [UInt8]) -> (body: [UInt8], lines: Int)? {
        var (whole, count): ([UInt8], Int) = ([], 0)
        whole.reserveCapacity(body.count)
        // What is in the ledger was read once already, so it has no more lines than allowed.
        try? LogLineReader(body).forEachLine { result, line in
            if let masked = masked(result, line) {
                whole += masked
                count += 1
            } else {
                whole += line.bytes(limit: .max)
            }
            whole.append(0x0A)
        }
        return count > 0 ? (whole, count) : nil
    }

    /// - Returns: nil for a line that stays as it is.
    private func masked(_ result: Result<LogLineKind, LogLineRejection>, _ line: borrowing LogLine) -> [UInt8]? {
        guard let kind = try? result.get() else { return holdsValue(line) ? [UInt8(ascii: "-")] : nil }
        let isMeant = if let slice = line.slice(field) { line.says(slice, value) } else { isInHeader }
        return isMeant ? bare(line, kind) : nil
    }

    private func holdsValue(_ line: borrowing LogLine) -> Bool {
        !value.isEmpty && line.bytes(limit: .max).firstRange(of: value) != nil
    }

    private func bare(_ line: borrowing LogLine, _ kind: LogLineKind) -> [UInt8] {
        var fields = [[UInt8]](repeating: [UInt8(ascii: "-")], count: kind.fieldCount)
        for (position, word) in Self.words(of: kind) { fields[position] = Array(word.utf8) }
        for field in Self.kept(of: kind) {
            if let position = field.position(in: kind), let slice = line.slice(field) { fields[position] = Array(line.buffer(slice)) }
        }
        if kind == .performance { fields[14] = measured(line) }
        return Array(fields.joined(separator: [UInt8(ascii: ",")]))
    }

    private static func words(of kind: LogLineKind) -> [(Int, String)] {
        switch kind {
        case .behaviour: [(0, "D-VM"), (8, "event")]
        case .performance: [(0, "D-MM"), (11, "performance")]
        case .crash: [(0, "e"), (8, "exception")]
        }
    }

    private static func kept(of kind: LogLineKind) -> [LogField] {
        switch kind {
        case .behaviour: [.time, .product, .version, .event]
        case .performance: [.time, .product, .version, .metric, .milliseconds]
        case .crash: [.time, .product, .version, .foreground, .monitorPoint, .runtime]
        }
    }

    /// Of a start whether it was the first, of a call what is counted of it.
    private func measured(_ line: borrowing LogLine) -> [UInt8] {
        if let isFirst = line.isFirstStart { return [UInt8(ascii: isFirst ? "0" : "1")] }
        let keys: [StaticString] = ["op", "req", "rsp", "code"]
        var pairs: [[UInt8]] = []
        for key in keys {
            if let value = line.extra(key) { pairs.append(Array("\(key)=".utf8) + line.buffer(value)) }
        }
        return pairs.isEmpty ? [UInt8(ascii: "-")] : Array(pairs.joined(separator: [UInt8(ascii: "^")]))
    }
}
