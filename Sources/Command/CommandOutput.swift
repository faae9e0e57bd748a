import Foundation

/// What a command was asked for, on standard output.
enum CommandOutput {
    /// - Parameters:
    ///   - json: whether a script reads it, as one document.
    ///   - describe: what a person reads.
    static func print<Value: Encodable>(_ value: Value, _ json: Bool, _ describe: (Value) -> String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Swift.print(json ? String(decoding: try encoder.encode(value), as: UTF8.self) : describe(value))
    }

    /// A document on one line, at once: what is printed a pipe would get only at the end.
    static func write(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        FileHandle.standardOutput.write((try? encoder.encode(value)).map { $0 + Data("\n".utf8) } ?? Data())
    }
}

/// Talk that is not the answer.
func tell(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
