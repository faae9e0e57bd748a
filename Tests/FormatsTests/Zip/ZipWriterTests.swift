import Foundation
import Testing

@testable import Formats

struct ZipWriterTests {
    private let scratch: ZipScratch
    private let text = [UInt8](String(repeating: "the same again ", count: 500).utf8)

    init() throws {
        scratch = try ZipScratch()
    }

    private var module: ZipForge {
        ZipForge(.init("X.framework/"), .init("X.framework/X", text, deflated: true), .init("X.framework/Headers/X.h", Array(text.prefix(900))))
    }

    private func write(_ name: String, _ fill: (ZipWriter) throws -> Void) throws -> [UInt8] {
        let path = "\(scratch.path)/\(name)"
        let writer = try ZipWriter(path: path)
        try fill(writer)
        try writer.close()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func fill(_ writer: ZipWriter) throws {
        let source = try ZipReader(path: try scratch.file(module.bytes, "module.zip"))
        try writer.add("BuildConfig.json", bytes: text)
        for entry in source.entries { try writer.copy(entry, of: source, as: "Modules/" + entry.path) }
        try writer.add("空.txt", bytes: [])
        try writer.add("whole.zip", file: "\(scratch.path)/module.zip")
    }

    @Test func whatIsWrittenIsRead() throws {
        _ = try write("out.zip", fill)
        let archive = try ZipReader(path: scratch.path + "/out.zip")
        try archive.verify()
        #expect(
            archive.entries.map(\.path) == [
                "BuildConfig.json", "Modules/X.framework/", "Modules/X.framework/X", "Modules/X.framework/Headers/X.h", "空.txt", "whole.zip",
            ]
        )
        #expect(archive.entries.map(\.method) == [.deflated, .stored, .deflated, .stored, .stored, .stored])
        #expect(try archive.read(0, upTo: 1 << 20) == text)
        #expect(try archive.read(2, upTo: 1 << 20) == text)
        #expect(try archive.read(3, upTo: 1 << 20) == Array(text.prefix(900)))
        #expect(try archive.read(5, upTo: 1 << 20) == module.bytes)
        // Copied as they were packed.
        let source = try ZipReader(path: scratch.path + "/module.zip")
        #expect(archive.entries[2].packedSize == source.entries[1].packedSize && archive.entries[2].crc32 == source.entries[1].crc32)
        #expect(FileManager.default.fileExists(atPath: scratch.path + "/out.zip.part") == false)
    }

    @Test func theSameInputGivesTheSameBytesInAnyZone() throws {
        let first = try write("1.zip", fill)
        for zone in ["Asia/Shanghai", "America/St_Johns", "Pacific/Kiritimati", "UTC"] {
            setenv("TZ", zone, 1)
            tzset()
            #expect(try write("\(zone.hashValue).zip", fill) == first)
        }
        unsetenv("TZ")
        tzset()
    }

    @Test func headersSayNothingOfTheMachine() throws {
        let bytes = try write("out.zip", fill)
        var (records, place) = (0, Int(bytes.number(at: bytes.count - 6, 4)))
        while bytes.number(at: place, 4) == 0x0201_4B50 {
            let record = ZipRecord(bytes[place...])
            let isFolder = record.name.last == UInt8(ascii: "/")
            records += 1
            place += ZipRecord.length + ZipRecord.variable(bytes[place...])
            #expect(record.bytes.number(at: 5, 1) == 3, "made by Unix")
            #expect(record.bytes.number(at: 12, 4) == 0x0021_0000, "1980-01-01 00:00")
            #expect(record.bytes.number(at: 30, 2) == 0 && record.bytes.number(at: 32, 2) == 0, "no extra field, no comment")
            #expect(record.attributes == (isFolder ? 0o040755 << 16 | 0x10 : 0o100644 << 16))
            let header = bytes[Int(record.bytes.number(at: 42, 4))...]
            #expect(header.number(at: 0, 4) == 0x0403_4B50 && header.number(at: 28, 2) == 0)
            #expect(header.number(at: 10, 4) == 0x0021_0000)
            #expect(
                header[(header.startIndex + 14)..<(header.startIndex + 26)].elementsEqual(record.bytes.dropFirst(16).prefix(12)),
                "checksum, sizes"
            )
        }
        #expect(records == 6)
    }

    @Test func badAndDoublePathsAreNotWritten() throws {
        let writer = try ZipWriter(path: scratch.path + "/out.zip")
        try writer.add("a", bytes: [1])
        #expect(throws: ZipError.sameName("a", "A")) { try writer.add("A", bytes: []) }
        #expect(throws: ZipError.climbs("../a")) { try writer.add("../a", bytes: []) }
        #expect(throws: ZipError.fileAndFolder("a")) { try writer.add("a/b", bytes: []) }
        #expect(throws: ZipError.badName("folder/")) { try writer.add("folder/", bytes: []) }
        #expect(throws: ZipError.empty) { try ZipWriter(path: scratch.path + "/none.zip").close() }
        #expect(FileManager.default.fileExists(atPath: scratch.path + "/out.zip") == false)
    }

    @Test func aCancelledArchiveLeavesWhatWasThere() throws {
        let old = try scratch.file([1, 2, 3], "out.zip")
        let large = try scratch.file([UInt8](repeating: 7, count: 3 << 20), "large")
        let writer = try ZipWriter(path: old)
        try writer.add("large", file: large)
        var shares: [Double] = []
        #expect(throws: ZipError.cancelled) { try writer.close(progress: { shares.append($0) }, isCancelled: { shares.count == 4 }) }
        #expect(shares.count == 4 && shares == shares.sorted() && (0.2...0.5).contains(shares[3]))
        #expect(try Data(contentsOf: URL(fileURLWithPath: old)) == Data([1, 2, 3]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["large", "out.zip"])
        #expect(throws: ZipError.self) { try writer.add("more", bytes: []) }
    }

    @Test func whatIsSettledStaysAsItIs() throws {
        let sizes = [10, 700_000, 300, 600_000, 40]
        let writer = try ZipWriter(path: scratch.path + "/out.zip")
        for (index, size) in sizes.enumerated() {
            try writer.add("\(index)", file: try scratch.file([UInt8](repeating: UInt8(index), count: size), "f\(index)"))
        }
        var seen: [(count: Int, digest: Int)] = []
        var last = 0
        try writer.close(settled: { count in
            #expect(count >= last)
            last = count
            let part = try? Data(contentsOf: URL(fileURLWithPath: writer.partPath)).prefix(count)
            #expect(part?.count == count)
            seen.append((count, [UInt8](part ?? Data()).hashValue))
        })
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/out.zip")))
        #expect(seen.last?.count == whole.count)
        #expect(Set(seen.map(\.count)).count > 2)
        for (count, digest) in seen { #expect(Array(whole.prefix(count)).hashValue == digest) }
    }

    @Test func aSourceThatIsNotWhatItWasIsNamed() throws {
        for change in [{ unlink($0) }, { truncate($0, 40) }, { truncate($0, 1 << 20) }] as [(String) -> Int32] {
            let path = try scratch.file(module.bytes, "module.zip")
            let writer = try ZipWriter(path: scratch.path + "/out.zip")
            let source = try ZipReader(path: path)
            try writer.copy(source.entries[1], of: source, as: "X")
            #expect(change(path) == 0)
            #expect(throws: ZipError.damaged("X.framework/X")) { try writer.close() }
            #expect(FileManager.default.fileExists(atPath: scratch.path + "/out.zip") == false)
            #expect(FileManager.default.fileExists(atPath: scratch.path + "/out.zip.part") == false)
        }
    }

    @Test func aThousandSourcesNeedOneFileAtATime() throws {
        let writer = try ZipWriter(path: scratch.path + "/out.zip")
        for index in 0..<1000 {
            let source = try ZipReader(path: try scratch.file(module.bytes, "\(index).zip"))
            for entry in source.entries { try writer.copy(entry, of: source, as: "\(index)/" + entry.path) }
        }
        let before = try openFiles()
        var most = 0
        try writer.close(progress: { _ in most = max(most, (try? openFiles()) ?? .max) })
        #expect(most > 0 && most <= before + 40, "tests beside this one open files too")
        let archive = try ZipReader(path: scratch.path + "/out.zip")
        #expect(archive.entries.count == 3000)
        try archive.verify()
    }

    private func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
