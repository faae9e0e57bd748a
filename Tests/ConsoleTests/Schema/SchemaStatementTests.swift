import Foundation
import TestSupport
import Testing

/// A room's statements stand together, in its `…Queries.swift`: who changes a table finds all of them by the name.
@Suite struct SchemaStatementTests {
    @Test func statementsStandInQueriesOnly() throws {
        let files = try Self.sources()
        #expect(files.count > 1_000)
        for file in files where !Self.mayHaveStatements(file) {
            let text = try String(contentsOf: file, encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
            let found = code.firstMatch(of: #/\b(SELECT [a-z*\\(]|INSERT INTO |DELETE FROM |UPDATE [a-z_]+ SET)/#)
            #expect(found == nil, "\(file.lastPathComponent): \(found.map { String($0.output.0) } ?? "")")
        }
    }

    private static func sources() throws -> [URL] {
        let folder = URL(fileURLWithPath: TestConsole.home).appending(path: "Sources/Console")
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }

    /// Migrations are statements; `DoctorSpread` prints some for the administrator of a cluster.
    private static func mayHaveStatements(_ file: URL) -> Bool {
        let name = file.deletingPathExtension().lastPathComponent
        return name.hasSuffix("Queries") || name == "DoctorSpread" || file.deletingLastPathComponent().lastPathComponent == "Schema"
    }
}
