import Testing

@testable import Formats

struct CrashJavaTests {
    @Test func chain() throws {
        let report = try CrashReport.reading(CrashSamples.java)
        #expect(report.format == .java)
        #expect(
            report.thrown.map(\.type) == [
                "java.lang.RuntimeException", "java.io.IOException", "java.lang.Error", "java.lang.IllegalStateException",
                "java.lang.RuntimeException",
            ]
        )
        #expect(report.thrown.map(\.relation) == [.uncaught, .suppressed, .cause, .cause, .cause])
        #expect(report.thrown.map(\.parent) == [nil, 0, 1, 0, 3])
        #expect(report.thrown.map(\.commonFrames) == [0, 1, 0, 2, 0])
        #expect(report.thrown.map(\.isCircular) == [false, false, false, false, true])
        #expect(report.thrown[0].message == "Unable to start activity\nsecond line: of the message")
        #expect(report.thrown[3].message == "list closed: 3")
        #expect(report.app.process == "com.example.demo")
        #expect(report.app.processID == 4711)
        #expect(report.crashedThread?.name == "main")
    }

    @Test func frames() throws {
        let thrown = try CrashReport.reading(CrashSamples.java).thrown
        #expect(thrown[0].frames.map(\.symbol) == ["performLaunchActivity", "dispatchMessage", "main"])
        #expect(thrown[0].frames.map(\.isNative) == [false, false, true])
        #expect(thrown[0].frames[0].type == "android.app.ActivityThread")
        #expect(thrown[0].frames[0].file == "ActivityThread.java")
        #expect(thrown[0].frames[0].line == 3449)
        #expect(thrown[2].frames[0].file.isEmpty)
        #expect(thrown[2].frames[0].line == 12)
        #expect(thrown[3].frames.map(\.type) == ["java.util.ArrayList", "com.example.Store$$Lambda$14/0x0000000800c03000", "com.example.Store"])
    }

    @Test func exceptionOfNoPackage() throws {
        let report = try CrashReport.reading("Oops: it happened\n    at Main.run(Main.kt:3)\n")
        #expect(report.thrown.map(\.type) == ["Oops"])
        #expect(report.thrown.map(\.message) == ["it happened"])
        #expect(report.thrown[0].frames.map(\.type) == ["Main"])
    }

    @Test func logBeforeTheTrace() throws {
        let text = "com.example.demo\nstarted at 10:00\nException in thread \"worker 1\" java.lang.Error: x\n\tat a.b.C.d(C.java)\nlog: more\n"
        let report = try CrashReport.reading(text)
        #expect(report.thrown.map(\.type) == ["java.lang.Error"])
        #expect(report.crashedThread?.name == "worker 1")
        #expect(report.thrown[0].frames.map(\.file) == ["C.java"])
        #expect(report.thrown[0].message == "x")
    }

    @Test func messagesOfCausesHaveLinesToo() throws {
        let report = try CrashReport.reading("a.B: x\n\tat a.C.d(C.java:1)\nCaused by: a.E: one\n  two\n\tat a.C.e(C.java:2)\nthree\n")
        #expect(report.thrown.map(\.message) == ["x", "one\ntwo"])
    }

    @Test func exceptionWithoutAStack() throws {
        #expect(try CrashReport.reading("java.lang.OutOfMemoryError: no more").thrown.map(\.message) == ["no more"])
        #expect(throws: CrashReadError.unknown) { try CrashReport.reading("java.lang is a package") }
    }

    @Test func oldWayOfSayingThatItIsCircular() throws {
        let report = try CrashReport.reading("a.B: x\n\tat a.C.d(C.java:1)\nCaused by: a.E\n\tat a.C.e(C.java:2)\n\t[CIRCULAR REFERENCE:a.B: x]\n")
        #expect(report.thrown.map(\.isCircular) == [false, false, true])
        #expect(report.thrown.map(\.parent) == [nil, 0, 1])
    }

    @Test func endlessChainOfCauses() throws {
        let text =
            "a.B\n\tat a.C.d(C.java:1)\n" + String(repeating: "Caused by: a.B: [CIRCULAR REFERENCE:a.B]\n\tat a.C.d(C.java:1)\n", count: 50_000)
        let report = try CrashReport.reading(text)
        #expect(report.thrown.count == 64)
        #expect(report.cut.thrown == 50_001 - 64)
    }
}
