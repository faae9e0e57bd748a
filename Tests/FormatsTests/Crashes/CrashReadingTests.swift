import Testing

@testable import Formats

struct CrashReadingTests {
    @Test func formatIsToldByTheBeginning() throws {
        #expect(
            CrashSamples.all.map { (try? CrashReport.read($0))?.format } == [
                .apple, .apple, .apple, .ips, .java, .tombstone, .plcrash, .tombstone, .ips,
            ]
        )
        #expect(try CrashReport.reading("\u{FEFF}\r\n\r\n" + CrashSamples.java.replacing("\n", with: "\r\n")).thrown.count == 5)
        #expect(try CrashReport.reading("signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0").exception.codes == "SEGV_MAPERR")
        #expect(try CrashReport.reading("  0 \nThread 3:\n").threads.map(\.number) == [3])
    }

    @Test func whatIsNoReport() {
        #expect(throws: CrashReadError.empty) { try CrashReport.read([]) }
        #expect(throws: CrashReadError.empty) { try CrashReport.reading(" \n\t\r\n") }
        #expect(throws: CrashReadError.unknown) { try CrashReport.reading("something happened\nat noon (really)") }
        #expect(throws: CrashReadError.unknown) { try CrashReport.read([0xFF, 0x00, 0xFE]) }
        #expect(throws: CrashReadError.malformed(.ips, part: "head")) { try CrashReport.reading("{") }
    }

    @Test func isCoded() throws {
        for bytes in CrashSamples.all {
            let report = try CrashReport.read(bytes)
            #expect(try JSONCoding.copy(report) == report)
        }
    }

    @Test func controlCharactersOfDatabasesAreReplaced() throws {
        let java = try CrashReport.reading("a.B: x\u{0}y\n\tat a.C.d\u{0}(C.java:1)")
        #expect(java.thrown[0].message == "x\u{FFFD}y")
        #expect(java.thrown[0].frames[0].symbol == "d\u{FFFD}")
        #expect(try CrashReport.reading("{\"threads\":[],\"procName\":\"a\\u0000b\"}").app.process == "a\u{FFFD}b")
    }
}

struct CrashLimitTests {
    @Test func manyFrames() throws {
        let frames = (0..<100_100).map { "\($0)   Demo   0x\(String($0 + 1, radix: 16)) f\($0) + 1" }
        let report = try CrashReport.reading("Thread 0:\n0 A 0x1 g + 1\n\nThread 1 Crashed:\n" + frames.joined(separator: "\n"))
        #expect(report.threads.map { $0.frames.count } == [1, 99_999])
        #expect(report.cut.frames == 101)
        #expect(!report.isWhole)
        let java = "a.B: x\n" + String(repeating: "\tat a.C.d(C.java:1)\n", count: 100_001)
        #expect(try CrashReport.reading(java).thrown[0].frames.count == 100_000)
    }

    @Test func manyThreads() throws {
        let threads = (0..<1_200).map { "Thread \($0)\($0 == 1_100 ? " Crashed" : ""):\n0 A 0x1 f\($0) + 1\n" }
        let report = try CrashReport.reading(threads.joined(separator: "\n"))
        #expect(report.threads.count == 1_001)
        #expect(report.crashedThread?.number == 1_100)
        #expect(report.crashedThread?.frames.map(\.symbol) == ["f1100"])
        #expect(report.cut.threads == 199)
        let json = (0..<1_200).map { "{\"frames\":[{\"symbol\":\"f\"}],\"triggered\":\($0 == 1_100)}" }
        let ips = try CrashReport.reading("{\"threads\":[\(json.joined(separator: ","))]}")
        #expect(ips.threads.count == 1_001)
        #expect(ips.crashedThread?.number == 1_100)
    }

    @Test func manyImagesRegistersAndLines() throws {
        let images = (0..<10_050).map { "0x\(String($0 * 16, radix: 16)) - 0x\(String($0 * 16 + 15, radix: 16)) I arm64  <01ab> /i" }
        #expect(try CrashReport.reading("Binary Images:\n" + images.joined(separator: "\n")).cut.images == 50)
        let registers = "Thread 0 crashed with ARM Thread State:\n" + String(repeating: "x0: 0x1 ", count: 1000)
        #expect(try CrashReport.reading("Thread 0:\n" + registers).registers.count == 256)
        let lines = "Thread 0:\n\nApplication Specific Information:\n" + String(repeating: "x\n", count: 1000)
        #expect(try CrashReport.reading(lines).information.count == 256)
    }

    @Test func longTexts() throws {
        let long = String(repeating: "é", count: 100_000)
        let report = try CrashReport.reading("a.B: \(long)\n\(long)\n\tat a.\(long).d(C.java:1)\n")
        #expect(report.thrown[0].message.utf8.count <= 33 << 10)
        #expect(report.thrown[0].frames[0].type == "a." + String(repeating: "é", count: 2047))
    }

    @Test func longTextIsReadInPartAndFilesAreNot() throws {
        var limits = CrashReadLimits()
        limits.bytes = CrashSamples.java.utf8.count - 100
        let report = try CrashReport.reading(CrashSamples.java, limits: limits)
        #expect(report.cut.bytes == 100)
        #expect(report.thrown.count == 4)
        #expect(throws: CrashReadError.tooLarge(.ips)) { try CrashReport.reading(CrashSamples.ips, limits: limits) }
        limits.bytes = 100
        #expect(throws: CrashReadError.tooLarge(.plcrash)) { try CrashReport.read(CrashSamples.plcrash, limits: limits) }
        #expect(throws: CrashReadError.tooLarge(.tombstone)) { try CrashReport.read(CrashSamples.tombstoneMessage, limits: limits) }
    }

    @Test func limitsOfNothing() {
        var limits = CrashReadLimits()
        (limits.threads, limits.frames, limits.images, limits.thrown, limits.registers, limits.lines, limits.message, limits.name) = (
            0, 0, 0, 0, 0, 0, 0, 0
        )
        for bytes in CrashSamples.all { _ = try? CrashReport.read(bytes, limits: limits) }
    }

    /// 50 MB of what looks most like something, within seconds even without optimisation.
    @Test(arguments: [
        ("Thread 0 Crashed:\n", "\n"), ("Thread 0 Crashed:\n", "0x0x"), ("Binary Images:\n0x1 - 0x2 ", "<<<<"), ("a.B: x\n", "Caused by: a.B\n"),
        ("signal 6 (SIGABRT)\nbacktrace:\n", "#00 pc 1 /a ("), ("", "((((\n"),
    ]) func fiftyMegabytes(_ beginning: String, _ piece: String) {
        let bytes = Array(beginning.utf8) + Self.repeated(Array(piece.utf8), 50 << 20)
        let time = ContinuousClock().measure { _ = CrashGrouping(.second).group(bytes, try? CrashReport.read(bytes)) }
        #expect(time < .seconds(60))
    }

    /// What is asked for again and again in a line, an object or a head that goes on and on.
    @Test(arguments: [
        ("Binary Images:\n0x1 - 0x2 ", "<<<<", 1 << 20, ">\n"),
        ("Crashed Thread: \(String(repeating: "1", count: 1 << 20))\n", "\nThread 1:\n", 1 << 20, ""),
        ("{\"threads\":[],\"termination\":{", "\"indicator\":\"\",", 4 << 20, "\"code\":6}}"),
    ]) func askedAgainAndAgain(_ beginning: String, _ piece: String, _ count: Int, _ end: String) throws {
        let bytes = Array(beginning.utf8) + Self.repeated(Array(piece.utf8), count) + Array(end.utf8)
        let time = try ContinuousClock().measure { _ = try CrashReport.read(bytes) }
        #expect(time < .seconds(20))
    }

    private static func repeated(_ piece: [UInt8], _ count: Int) -> [UInt8] {
        var bytes = piece
        while bytes.count < count { bytes += bytes }
        return bytes
    }
}

struct CrashDamageTests {
    @Test func cutAtEveryByte() {
        for bytes in CrashSamples.simple {
            for count in bytes.indices { check(Array(bytes.prefix(count))) }
        }
        // The beginning is that of another sample.
        let translated = Array(CrashSamples.translated.utf8)
        for count in CrashSamples.xcode.utf8.count..<translated.count where count % 13 == 0 { check(Array(translated.prefix(count))) }
    }

    @Test func damagedAndRandomBytes() {
        var generator = SeededGenerator(seed: 8)
        for bytes in CrashSamples.all {
            for _ in 0..<150 { check(generator.damage(bytes)) }
        }
        for count in 0..<200 {
            let noise = generator.bytes(count)
            for beginning in ["", "plcrash\u{1}", "\u{8}", "\u{12}", "{", "Thread 0:\n", "signal 6 (SIGABRT)\n", "a.B\n\tat a.B.c(D:1)\n"] {
                check(Array(beginning.utf8) + noise)
            }
        }
    }

    /// Whatever is read points at what is there.
    private func check(_ bytes: [UInt8]) {
        let report = try? CrashReport.read(bytes)
        if let report {
            let frames = report.threads.flatMap(\.frames) + report.thrown.flatMap(\.frames)
            #expect(frames.allSatisfy { $0.image.map(report.images.indices.contains) ?? true })
            #expect(report.thrown.enumerated().allSatisfy { ($0.element.parent ?? -1) < $0.offset })
        }
        let group = CrashGrouping(.second).group(bytes, report)
        #expect(group.lines.count <= CrashKey.mostLines)
    }
}
