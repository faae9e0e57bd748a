import Formats
import Foundation
import Gzip
import Testing

@testable import Console

/// What the child does, without the child.
@Suite struct DiagnosisInspectionTests {
    private static let line = "2026-11-21 11:15:30.123 [I] [a] hello\n"

    private func finding(_ bytes: [UInt8]) throws -> DiagnosisFinding {
        let folder = FileManager.default.temporaryDirectory.appending(path: "diagnosis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "sent")
        try Data(bytes).write(to: path)
        let target = folder.appending(path: "blocks").path
        return DiagnosisInspection.finding(DiagnosisQuestion(path: path.path, target: target, utcOffset: 28_800, reference: 1_795_228_800_000))
    }

    private func lines(_ bytes: [UInt8]) throws -> Int? {
        try finding(bytes).blocks?.reduce(0) { $0 + $1.facts.lines }
    }

    @Test func textGzipZipAndTarAreRead() throws {
        let text = Array((Self.line + Self.line).utf8)
        #expect(try lines(text) == 2)
        #expect(try lines(try Gzip.compress(text)) == 2)
        #expect(try lines(try ZipBytes.write([("2026-11-21-11.log", text), ("2026-11-21-10.log", text)])) == 4)
        #expect(try lines(try Gzip.compress(Self.tar([("a.log", text)]))) == 2)
    }

    @Test func hourFilesAreReadInTheOrderOfTheirNames() throws {
        let zip = try ZipBytes.write([("2026-11-21-11.log", Array(Self.line.utf8)), ("2026-11-21-10.log", Array(Self.line.utf8))])
        #expect(try finding(zip).blocks?.map(\.facts.file) == ["2026-11-21-10.log", "2026-11-21-11.log"])
    }

    @Test func filesThatAreNoTextArePassedOver() throws {
        let zip = try ZipBytes.write([("a.log", Array(Self.line.utf8)), ("b.png", [0x89, 0x50, 0, 0, 0, 1])])
        #expect(try lines(zip) == 1)
        #expect(try finding([1, 0, 2, 0]).refusal == .notText)
        #expect(try finding(try Gzip.compress([1, 0, 2])).refusal == .notText)
    }

    @Test func emptyAndBrokenFilesSayWhy() throws {
        #expect(try finding([]).refusal == .empty)
        #expect(try finding(try Gzip.compress([])).refusal == .empty)
        let gzip = try Gzip.compress(Array(String(repeating: Self.line, count: 1_000).utf8))
        #expect(try finding(Array(gzip.prefix(gzip.count / 2))).refusal == .damaged)
        let zip = try ZipBytes.write([("a.log", Array(Self.line.utf8))])
        #expect(try finding(Array(zip.prefix(zip.count - 8))).refusal == .damaged)
    }

    @Test func bombsAreRefused() throws {
        // 64 MB of spaces pack to 64 KB: a thousand times.
        let bomb = try Gzip.compress([UInt8](repeating: 0x20, count: 64 << 20))
        #expect(try finding(bomb).refusal == .bomb)
    }

    @Test func pathsThatClimbAreRefused() throws {
        let tar = try Gzip.compress(Self.tar([("../../etc/passwd", Array(Self.line.utf8))]))
        #expect(try finding(tar).refusal == .unsafe)
        var zip = try ZipBytes.write([("aa/b.log", Array(Self.line.utf8))])
        // The same length, so that nothing else of the archive changes.
        while let place = zip.firstRange(of: Array("aa/b.log".utf8)) { zip.replaceSubrange(place, with: Array("../b.log".utf8)) }
        #expect(try finding(zip).refusal == .unsafe)
    }

    @Test func aDiskThatTakesNothingIsNotTheFilesFault() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "diagnosis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "sent").path
        try Data(Self.line.utf8).write(to: URL(fileURLWithPath: path))
        for target in ["/dev/full", folder.appending(path: "none/blocks").path] {
            let question = DiagnosisQuestion(path: path, target: target, utcOffset: 28_800, reference: 1_795_228_800_000)
            let found = DiagnosisInspection.finding(question)
            #expect(found.blocks == nil)
            #expect(found.refusal == nil)
        }
    }

    @Test func gbkIsReadInArchives() throws {
        let line = Array("2026-11-21 11:15:30.123 [I] [a] ".utf8) + [0xC4, 0xE3, 0xBA, 0xC3, 10]
        #expect(try lines(try ZipBytes.write([("a.log", line)])) == 1)
    }

    /// As ustar has it.
    private static func tar(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var tar: [UInt8] = []
        for file in files {
            var header = [UInt8](repeating: 0, count: 512)
            func put(_ text: String, _ at: Int) { header.replaceSubrange(at..<at + text.utf8.count, with: text.utf8) }
            put(file.name, 0)
            put("0000644\0", 100)
            put("0000000\0", 108)
            put("0000000\0", 116)
            put(octal(file.bytes.count, 11) + "\0", 124)
            put(octal(0, 11) + "\0", 136)
            put("        ", 148)
            put("0", 156)
            put("ustar\u{0}00", 257)
            put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\0 ", 148)
            tar += header + file.bytes + [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
        }
        return tar + [UInt8](repeating: 0, count: 1_024)
    }

    private static func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
    }
}
