import Testing

@testable import Formats

struct CrashAppleTests {
    @Test func headOfPLCrashReportersText() throws {
        let report = try CrashReport.reading(CrashSamples.plcrashText)
        #expect(report.format == .apple)
        #expect(report.incident == "5C32DF84-31A0-43E7-87D0-239F7F594940")
        #expect(
            [report.app.process, report.app.version, report.app.build, report.app.identifier] == ["Demo App", "4.21.1", "7", "com.example.demo"]
        )
        #expect(report.app.processID == 49028)
        #expect(report.app.parent == "launchd")
        #expect([report.device.model, report.device.systemVersion, report.device.systemBuild] == ["iPhone14,2", "17.5", "21F79"])
        #expect(report.device.architecture == "ARM-64")
        #expect(report.time == 1_547_055_742_000)
        #expect(report.exception.name == "SIGABRT")
        #expect(report.exception.subtype == "#0 at 0x1b2")
        #expect(report.exception.address == 0x1B2)
        #expect(report.isForeground == nil)
        #expect(report.isWhole)
    }

    @Test func uncaughtExceptionWithItsOwnStack() throws {
        let thrown = try CrashReport.reading(CrashSamples.plcrashText).thrown
        try #require(thrown.count == 1)
        #expect(thrown[0].type == "NSRangeException")
        #expect(thrown[0].message == "*** index 5\nbeyond bounds 'of' [0 .. 1]")
        #expect(thrown[0].frames.map(\.symbol) == ["__exceptionPreprocess", "objc_exception_throw", "-[NSArray+Demo (Demo) row:]", ""])
        #expect(thrown[0].frames.map(\.symbolOffset) == [160, 56, 64, nil])
        #expect(thrown[0].frames[3].offset == 1_363_712)
    }

    @Test func threadsFramesRegistersAndImages() throws {
        let report = try CrashReport.reading(CrashSamples.plcrashText)
        #expect(report.threads.map(\.number) == [0, 1])
        #expect(report.crashedThread?.number == 1)
        let frame = try #require(report.crashedThread?.frames.last)
        #expect(frame.module == "Demo App")
        #expect(frame.address == 0x1_0226_8E70)
        #expect(frame.offset == 0x14_CE70)
        #expect(report.image(of: frame)?.buildID == "debeff4e26534f38e59bc9de7b8daade")
        #expect(report.threads[0].frames[1].module.isEmpty)
        #expect(report.threads[0].frames[1].image == nil)
        #expect(report.registers.map(\.name) == ["x0", "x1", "x2", "fp", "lr"])
        #expect(report.registers[2].value == .max)
        #expect(report.images.map(\.name) == ["Demo App", "libsystem_kernel.dylib", "libobjc.A.dylib", "CoreFoundation"])
        #expect(report.images[0].size == 0x39_8000)
        #expect(report.images.map(\.architecture) == ["arm64", "arm64e", "arm64e", "arm64e"])
        #expect(report.images[2].buildID.isEmpty)
        #expect(report.images[0].path.hasSuffix("/Demo.app/Demo App"))
    }

    @Test func wideColumnsTabsNamesAndQueues() throws {
        let report = try CrashReport.reading(CrashSamples.xcode)
        #expect(report.threads.map(\.name) == ["", "", "worker"])
        #expect(report.threads[0].queue == "com.apple.main-thread")
        #expect(report.threads.map { $0.frames.count } == [4, 0, 4])
        #expect(report.isForeground == false)
        #expect(report.time == 1_773_813_041_640)
        #expect(report.launchTime == 1_773_813_041_445)
        #expect([report.app.version, report.app.build] == ["1.0.0", "5"])
        #expect(report.exception.name == "EXC_BAD_ACCESS (SIGSEGV)")
        #expect(report.exception.address == 0x8000_0000_0099)
        #expect(report.memory.region.hasPrefix("0x99 is not in any region."))
        #expect(report.memory.region.hasSuffix("102914000-102918000"))
        #expect(report.termination.namespace == "SIGNAL")
        #expect(report.termination.code == 11)
        #expect(report.termination.process == "exc handler")
        #expect(report.registers.map(\.name) == ["x0", "x1", "far", "esr"])
        #expect(report.images[0].buildID == "11ce3f5762643e8d8a8986894d83b974")
        #expect(report.images[4].name.isEmpty)
        #expect(report.threads[0].frames.allSatisfy { $0.image != 4 })
    }

    @Test func filesLinesAndInlinedCalls() throws {
        let frames = try #require(try CrashReport.reading(CrashSamples.xcode).crashedThread?.frames)
        #expect(frames.map(\.symbol) == ["closure #1 in Cart.total()", "Cart.total()", "specialized Cart.total(for:)", "-[Cart run]"])
        #expect(frames.map(\.symbolOffset) == [52, 52, nil, nil])
        #expect(frames.map(\.isInlined) == [true, false, false, false])
        #expect(frames.map(\.file) == ["Cart.swift", "<compiler-generated>", "Cart.swift", "Cart.m"])
        #expect(frames.map(\.line) == [12, 0, nil, 7])
    }

    @Test func macOSWithoutEmptyLines() throws {
        let report = try CrashReport.reading(CrashSamples.macOS)
        #expect(report.crashedThread?.name == "main")
        #expect(report.crashedThread?.queue == "com.apple.main-thread")
        #expect(report.crashedThread?.frames.first?.symbol == "main")
        #expect(report.images.map(\.name) == ["com.example.demo"])
        #expect(report.images.map(\.version) == ["1.2 - 34"])
        #expect(report.images.map(\.buildID) == ["debeff4e26534f38e59bc9de7b8daade"])
        #expect([report.app.version, report.app.build] == ["1.2", "34"])
        #expect(report.termination.code == 5)
    }

    @Test func oldPhonesWroteTheBuildFirst() throws {
        let old = CrashSamples.xcode.replacing("1.0.0 (5)", with: "5 (1.0.0)").replacing("iPhone OS 26.3.1", with: "iPhone OS 13.3.1")
        #expect(try CrashReport.reading(old).app.version == "1.0.0")
        #expect(try CrashReport.reading(old).app.build == "5")
    }

    @Test func backtraceOfNothingButAddresses() throws {
        let text =
            "Exception Type: EXC_CRASH (SIGABRT)\n\nLast Exception Backtrace:\n(0x100004010 0x1b3d59d00)\n\nThread 0 Crashed:\n"
            + "0   A 0x1 f + 1\n\nBinary Images:\n0x100000000 - 0x100007fff A arm64  <01ab> /x/A.app/A\n"
        let report = try CrashReport.reading(text)
        #expect(report.thrown.first?.frames.map(\.address) == [0x1_0000_4010, 0x1_B3D5_9D00])
        #expect(report.thrown.first?.frames.first?.module == "A")
        #expect(report.thrown.first?.frames.first?.offset == 0x4010)
    }

    @Test func framesWithoutAddresses() throws {
        let text = "Last Exception Backtrace:\n0   CoreFoundation                __exceptionPreprocess + 124\n1     + My Lib  \t0x1 f + 0x12\n"
        let frames = try #require(try CrashReport.reading(text).thrown.first?.frames)
        #expect(frames.map(\.module) == ["CoreFoundation", "My Lib"])
        #expect(frames.map(\.symbol) == ["__exceptionPreprocess", "f"])
        #expect(frames.map(\.symbolOffset) == [124, 18])
    }

    @Test func lineOfJSONBeforeTheText() throws {
        let report = try CrashReport.reading("{\"app_name\":\"Demo\"}\n" + CrashSamples.xcode)
        #expect(report.format == .apple)
        #expect(report.threads.count == 3)
    }

    @Test func fullReportBelowTheTranslatedOneIsPreferred() throws {
        #expect(try CrashReport.reading(CrashSamples.translated).format == .ips)
        #expect(try CrashReport.reading(String(CrashSamples.translated.dropLast(80))).format == .apple)
    }

    @Test func imagesThatOverlap() throws {
        let images = (0..<40).map { "0x\(String(0x1000 + $0 * 16, radix: 16)) - 0x\(String(0x9000 - $0, radix: 16)) I\($0) arm64  <01ab> /i\($0)" }
        let report = try CrashReport.reading("Thread 0 Crashed:\n0   ??? 0x1105 f + 1\n\nBinary Images:\n" + images.joined(separator: "\n"))
        #expect(report.crashedThread?.frames.first?.module == "I16")
        #expect(report.crashedThread?.frames.first?.offset == 5)
    }
}
