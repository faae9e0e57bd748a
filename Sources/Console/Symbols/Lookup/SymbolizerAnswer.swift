import Foundation

/// How `llvm-symbolizer` is asked, and what it says: a line of JSON for each question (LLVM 13 and newer).
enum SymbolizerAnswer {
    static let arguments = ["--output-style=JSON", "--inlines", "--functions=linkage", "--demangle"]

    /// Paths of ours hold no quotes.
    static func question(_ path: String, _ address: UInt64) -> String {
        "\"\(path)\" 0x\(String(address, radix: 16))"
    }

    private struct Line: Decodable {
        let Symbol: [Entry]?
    }

    private struct Entry: Decodable {
        let FunctionName: String?
        let FileName: String?
        let Line: Int?
        let Column: Int?
    }

    /// - Throws: for what is no JSON.
    static func frames(_ lines: [[UInt8]]) throws -> [[SymbolicFrame]] {
        let array = [UInt8(ascii: "[")] + Array(lines.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
        let answers = try JSONDecoder().decode([Line].self, from: Data(array))
        guard answers.count == lines.count else { throw SymbolizerNonsense() }
        return answers.map { frames($0.Symbol ?? []) }
    }

    /// Without a function nothing is known.
    private static func frames(_ entries: [Entry]) -> [SymbolicFrame] {
        let named = entries.prefix(most).filter { !($0.FunctionName ?? "").isEmpty }
        return named.enumerated().map { index, entry in
            SymbolicFrame(
                function: String((entry.FunctionName ?? "").prefix(longest)),
                symbol: nil,
                file: (entry.FileName ?? "").isEmpty ? nil : entry.FileName.map { String($0.prefix(longest)) },
                line: entry.Line.flatMap { $0 > 0 ? $0 : nil },
                column: entry.Column.flatMap { $0 > 0 ? $0 : nil },
                isInlined: index < named.count - 1
            )
        }
    }

    /// Functions in one another.
    private static let most = 200
    /// Characters.
    private static let longest = 2_000
}

private struct SymbolizerNonsense: Error {}
