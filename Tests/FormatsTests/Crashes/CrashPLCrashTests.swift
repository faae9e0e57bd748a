import Testing

@testable import Formats

struct CrashPLCrashTests {
    @Test func head() throws {
        let report = try CrashReport.read(CrashSamples.plcrash)
        #expect(report.format == .plcrash)
        #expect(report.incident == "00010203-0405-0607-0809-0A0B0C0D0E0F")
        #expect(report.time == 1_547_055_742_000)
        #expect(report.launchTime == 1_547_055_700_000)
        #expect([report.app.identifier, report.app.version, report.app.build, report.app.process] == ["com.example.demo", "4.21.1", "7", "Demo"])
        #expect(report.app.processID == 49028)
        #expect([report.device.model, report.device.system, report.device.architecture] == ["iPhone14,2", "iPhone OS 17.5 (21F79)", "arm64e"])
        #expect(report.exception.name == "EXC_CRASH (SIGABRT)")
        #expect(report.exception.subtype == "#0 at 0x1b2")
        #expect(report.exception.codes == "0x1, 0x2")
    }

    @Test func stacks() throws {
        let report = try CrashReport.read(CrashSamples.plcrash)
        #expect(report.threads.map(\.isCrashed) == [false, true])
        let frames = report.threads[1].frames
        #expect(frames.map(\.symbol) == ["_ZN4Cart5totalEv", ""])
        #expect(frames[0].symbolOffset == 64)
        #expect(frames.map(\.module) == ["Demo", "Demo"])
        #expect(frames[1].offset == 0x14_CF00)
        #expect(report.registers == [CrashReport.Register(name: "x0", value: .max)])
        #expect(report.images.map(\.architecture) == ["arm64e"])
        #expect(report.images[0].buildID == "01112131415161718191a1b1c1d1e1f1")
        #expect(report.thrown.map(\.type) == ["NSRangeException"])
        #expect(report.thrown[0].frames.map(\.module) == ["Demo"])
    }

    @Test func whatIsBrokenIsNamed() {
        #expect(throws: CrashReadError.malformed(.plcrash, part: "header")) { try CrashReport.read(Array("plcrash\u{2}".utf8)) }
        #expect(throws: CrashReadError.noCrash(.plcrash)) { try CrashReport.read(Array("plcrash\u{1}".utf8)) }
        var report = CrashForge()
        report.add(3, bytes: [0x12, 0x7F])
        #expect(throws: CrashReadError.malformed(.plcrash, part: "threads")) { try CrashReport.read(Array("plcrash\u{1}".utf8) + report.bytes) }
    }
}

struct CrashTombstoneTests {
    @Test func headOfTheText() throws {
        let report = try CrashReport.reading(CrashSamples.tombstone)
        #expect(report.format == .tombstone)
        #expect([report.device.model, report.device.systemVersion, report.device.systemBuild] == ["bluejay", "16", "BP3A.250905.014"])
        #expect(report.device.architecture == "arm64")
        #expect(report.time == 1_620_784_800_123)
        #expect(report.launchTime == 1_620_784_796_123)
        #expect([report.app.process, report.app.identifier] == ["com.example.demo:push", "com.example.demo"])
        #expect(report.app.processID == 4711)
        #expect(report.exception.signal == "SIGABRT")
        #expect(report.exception.codes == "SI_QUEUE from pid 4711, uid 10350")
        #expect(report.exception.address == 0xB0)
        #expect(report.information == ["null pointer dereference"])
        #expect(report.abortMessage == "assertion failed\nin two lines")
        #expect(report.registers.map(\.name) == ["x0", "x1", "x2", "x3", "lr", "sp", "pc", "pst"])
    }

    @Test func framesAndImagesOfTheText() throws {
        let report = try CrashReport.reading(CrashSamples.tombstone)
        #expect(report.threads.map(\.number) == [4712, 4711])
        #expect(report.threads.map(\.name) == ["RenderThread", "main"])
        #expect(report.threads.map(\.isCrashed) == [true, false])
        let frames = report.threads[0].frames
        #expect(frames.map(\.module) == ["libc.so", "libdemo.so", "libtwo.so", "[anon:dalvik-jit-code-cache]", "memfd:jit-cache (deleted)"])
        #expect(frames.map(\.symbol) == ["abort", "demo::Cart::total(int, char (*)())", "", "com.example.Store.get", ""])
        #expect(frames.map(\.symbolOffset) == [164, 20, nil, 48, nil])
        #expect(frames.map(\.offset) == [0x53EF8, 0xF10, 0x1234, 0xBA10, 0x10])
        #expect(frames.map { report.image(of: $0)?.buildID } == ["29dc", "01ab", "02cd", "", ""])
        #expect(report.images[0].base == 0x7B_1D25_5000)
        #expect(report.images[0].size == 0xDB000)
        #expect(!report.images.contains { $0.path.hasSuffix(".ttf") })
        #expect(report.threads[1].frames.map(\.symbol) == ["__epoll_pwait"])
    }

    @Test func protocolBuffer() throws {
        let report = try CrashReport.read(CrashSamples.tombstoneMessage)
        #expect(report.format == .tombstone)
        #expect(report.app.identifier == "com.example.demo")
        #expect(report.exception.signal == "SIGSEGV")
        #expect(report.exception.address == 0)
        #expect(report.crashedThread?.number == 4712)
        #expect(report.crashedThread?.name == "thread 4712")
        #expect(report.registers == [CrashReport.Register(name: "x0", value: 0x7010)])
        #expect(report.launchTime == report.time.map { $0 - 4000 })
        #expect(report.images.map(\.base) == [0x1000, 0x7000])
        #expect(report.images.map(\.size) == [0x2000, 0x1000])
        #expect(report.threads.map { $0.frames.first?.image } == [0, 1])
        #expect(report.threads[0].frames.first?.symbol == "crash")
    }

    @Test func numbersBeyondSense() throws {
        let text = CrashSamples.tombstone.replacing("uptime: 4s", with: "uptime: 999999999999999999s").replacing(
            "fault addr 0x",
            with: "fault addr 0xfffffffffffffffffff"
        )
        #expect(try CrashReport.reading(text).exception.address == nil)
    }

    @Test func whatIsBrokenIsNamed() {
        var tombstone = CrashForge()
        tombstone.add(1, 1)
        tombstone.add(16, bytes: [0x12, 0x7F])
        #expect(throws: CrashReadError.malformed(.tombstone, part: "threads")) { try CrashReport.read(tombstone.bytes) }
        #expect(throws: CrashReadError.noCrash(.tombstone)) { try CrashReport.read([0x08, 0x01]) }
    }
}
