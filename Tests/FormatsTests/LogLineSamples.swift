import Formats

/// Lines as devices send them, with the named fields set and all others `-`.
enum LogLineSamples {
    static func behaviour(_ fields: [Int: String] = [:]) -> String {
        line(48, [0: "D-VM", 8: "event", 15: "reportActive", 25: "UTD97b73ceb3ffd", 33: "iPhone14%2C2", 34: "17.5"], fields)
    }

    static func performance(_ fields: [Int: String] = [:]) -> String {
        line(37, [0: "D-MM", 11: "performance", 12: "time_startup", 13: "640", 14: "0", 20: "iPhone14%2C2", 23: "UTD97b73ceb3ffd"], fields)
    }

    static func crash(_ fields: [Int: String] = [:]) -> String {
        line(34, [0: "e", 8: "exception", 9: "foreground", 13: "MonitorPoint_Crash", 14: "a.B: c%0A\tat a.B.c(B.java:1)", 33: "java"], fields)
    }

    private static func line(_ count: Int, _ kind: [Int: String], _ own: [Int: String]) -> String {
        var fields = [String](repeating: "-", count: count)
        let common = [1: "2026-11-21 10:40:00.408", 2: "DEMO_IOS-0000017768", 3: "2.0.0", 6: "S-1", 7: "208873045210"]
        for (position, value) in common.merging(kind, uniquingKeysWith: { $1 }).merging(own, uniquingKeysWith: { $1 }) { fields[position] = value }
        return fields.joined(separator: ",")
    }

    /// What the reader says of each line of a body.
    static func read(_ body: String) throws -> [Result<LogLineKind, LogLineRejection>] {
        var results: [Result<LogLineKind, LogLineRejection>] = []
        try LogLineReader(Array(body.utf8)).forEachLine { result, _ in results.append(result) }
        return results
    }

    /// What `ask` answers of the first line, which must be readable.
    static func ask<Value>(_ line: String, _ ask: (borrowing LogLine) -> Value) throws -> Value? {
        var answer: Value?
        try LogLineReader(Array(line.utf8)).forEachLine { result, line in
            if case .success = result, answer == nil { answer = ask(line) }
        }
        return answer
    }
}
