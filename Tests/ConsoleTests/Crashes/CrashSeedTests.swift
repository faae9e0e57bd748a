import Formats
import Foundation
import TestSupport
import Testing

@testable import Console

struct CrashSeedTests {
    private static let folder = URL(fileURLWithPath: "\(TestConsole.home)/Seeds/crashes")

    /// Reports of one template differ in what devices differ in, and are one group; different templates are different groups.
    @Test func theDemosCrashesFormTheRightGroups() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(files.count == 13)
        var groups: [String: String] = [:]
        for file in files {
            let text = TelemetrySeedCrashText(template: try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8))
            let fingerprints = try Set(["one", "two"].map { try fingerprint(text.filled(values($0))) })
            #expect(fingerprints.count == 1, "\(file)")
            #expect(groups[fingerprints.first ?? ""] == nil, "\(file)")
            groups[fingerprints.first ?? ""] = file
        }
    }

    private func values(_ which: String) -> [String: String] {
        let first = which == "one"
        return [
            "model": first ? "iPhone14,2" : "iPhone16,1", "system": first ? "17.5" : "18.0", "version": first ? "2.3.0" : "2.3.1",
            "time": first ? "2026-11-20 10:00:00.000 +0800" : "2026-11-21 11:12:13.000 +0800", "identifier": "com.example.demo",
            "process": "Demo", "reporter": "r", "incident": first ? "0A" : "0B",
        ]
    }

    private func fingerprint(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        let key = CrashGrouping().group(bytes, try CrashReport.read(bytes, limits: .grouping))
        #expect(!key.culprit.isEmpty && !key.type.isEmpty)
        return key.fingerprintText
    }
}
