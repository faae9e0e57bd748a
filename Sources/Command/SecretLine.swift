import Foundation

/// A secret handed over in a file: arguments are visible to every process of the machine.
enum SecretLine {
    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - word: what the secret is, for the refusal.
    /// - Returns: the first line, without its end.
    static func read(_ path: String, of word: String) throws -> String {
        let text = path == "-" ? readLine(strippingNewline: false) : try String(contentsOfFile: path, encoding: .utf8)
        // By scalars: a carriage return and a line feed are one `Character`.
        let line = (text ?? "").unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        guard !line.isEmpty else { throw Refusal("there is no \(word) in \(path)") }
        return String(line)
    }
}
