import Formats
import Testing

@Suite struct CrashSummaryTests {
    @Test func appleTextWithASignal() {
        let summary = CrashSummary(Self.apple.utf8Bytes)
        #expect(summary.format == .apple)
        #expect(summary.title == "SIGSEGV: SEGV_MAPERR at 0x88")
        #expect(summary.culprit == "-[Cart total]")
        #expect(summary.time == 1_547_055_742_496)
        let found = summary.circumstances
        #expect([found.process, found.thread, found.version, found.model] == ["Demo App", "1", "4.21.1", "iPhone14,2"])
        #expect(found.osVersion == "iPhone OS 17.5 (21F79)")
    }

    @Test func appleTextWithAnUncaughtException() {
        let information = """
            Application Specific Information:
            *** Terminating app due to uncaught exception 'NSRangeException', reason: '*** index 5 beyond bounds [0 .. 1]'

            Last Exception Backtrace:
            0   CoreFoundation                      0x00000001b3f03e68 __exceptionPreprocess + 160
            1   Demo App                            0x0000000102268e70 -[List row:] + 64

            """
        let summary = CrashSummary(Self.apple.replacing("Thread 0:", with: information + "Thread 0:").utf8Bytes)
        #expect(summary.type == "NSRangeException")
        #expect(summary.reason == "*** index 5 beyond bounds [0 .. 1]")
        #expect(summary.culprit == "-[List row:]")
    }

    @Test func appleFramesWithoutSymbolsAreToldByTheirOffset() {
        let summary = CrashSummary("Thread 0:\n0   App Namespace                       0x0000000102268e70 0x10211c000 + 1363568\n".utf8Bytes)
        #expect(summary.culprit == "App Namespace + 1363568")
        #expect(summary.title.isEmpty)
    }

    @Test func javaTraceIsToldByTheExceptionInTheApp() {
        let outer = CrashSummary(Self.java.utf8Bytes)
        #expect(outer.format == .java)
        #expect(outer.title == "java.lang.ArrayIndexOutOfBoundsException: length=2; index=2")
        #expect(outer.culprit == "com.example.MainActivity.raise(MainActivity.java:42)")
        let wrapped = """
            java.lang.RuntimeException: Unable to start activity
            \tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3449)
            Caused by: java.lang.IllegalStateException: list closed
            \tat java.util.ArrayList.get(ArrayList.java:437)
            \tat com.example.Store.get(Store.java:17)
            \t... 11 more
            """
        let inner = CrashSummary(wrapped.utf8Bytes)
        #expect(inner.title == "java.lang.IllegalStateException: list closed")
        #expect(inner.culprit == "com.example.Store.get(Store.java:17)")
    }

    @Test func tombstoneIsRead() {
        let summary = CrashSummary(Self.tombstone.utf8Bytes)
        #expect(summary.format == .tombstone)
        #expect(summary.type == "SIGABRT")
        #expect(summary.reason == "'assertion failed'")
        #expect(summary.culprit == "Java_com_example_crash (libdemo.so)")
        #expect(summary.circumstances.process == "com.example.demo")
        #expect(summary.circumstances.thread == "main")
        #expect(summary.time == 1_620_784_800_123)
    }

    @Test func appleJSONIsRead() {
        let summary = CrashSummary(Self.ips.utf8Bytes)
        #expect(summary.format == .ips)
        #expect(summary.title == "EXC_BREAKPOINT (SIGTRAP): Fatal error: Index out of range")
        #expect(summary.culprit == "Demo + 9216")
        #expect(summary.time == 1_616_763_149_000)
        #expect(summary.circumstances.version == "1.2")
    }

    @Test func unreadableReportsKeepTheirFirstLine() {
        let summary = CrashSummary("\n  something\u{1} happened\nmore".utf8Bytes)
        #expect(summary.format == .unknown)
        #expect(summary.title == "something  happened")
        #expect(summary.culprit.isEmpty)
        #expect(CrashSummary([]).title.isEmpty)
        #expect(CrashSummary("plcrash\u{1}\u{12}".utf8Bytes).format == .plcrash)
    }

    @Test func everythingShownIsBounded() {
        let long = String(repeating: "x", count: 5000)
        let summary = CrashSummary("a.\(long): \(long)\n\tat com.\(long)(A.java:1)".utf8Bytes)
        #expect(summary.type.count == 200)
        #expect(summary.reason.count == 300)
        #expect(summary.culprit.count == 200)
    }
}

extension CrashSummaryTests {
    @Test func fingerprintIsStable() {
        // Stored in databases: a change of these numbers splits every group in two.
        #expect(CrashSummary(Self.java.utf8Bytes).fingerprint == 7_369_824_256_953_287_112)
        #expect(CrashSummary(Self.apple.utf8Bytes).fingerprint == 7_476_191_494_167_856_206)
    }

    @Test func fingerprintIgnoresMessagesLinesAndAddresses() {
        let java = CrashSummary(Self.java.utf8Bytes).fingerprint
        #expect(CrashSummary(Self.java.replacing("length=2", with: "length=3").replacing(":42", with: ":48").utf8Bytes).fingerprint == java)
        let apple = CrashSummary(Self.apple.utf8Bytes).fingerprint
        #expect(CrashSummary(Self.apple.replacing("0x88", with: "0x99").replacing("0x0000000102268e70", with: "0x1").utf8Bytes).fingerprint == apple)
    }

    @Test func fingerprintTellsTypesAndPlacesApart() {
        let java = CrashSummary(Self.java.utf8Bytes).fingerprint
        #expect(CrashSummary(Self.java.replacing("ArrayIndexOutOfBounds", with: "NullPointer").utf8Bytes).fingerprint != java)
        #expect(CrashSummary(Self.java.replacing("raise", with: "lower").utf8Bytes).fingerprint != java)
    }

    @Test func fingerprintIgnoresCompilerNumbersAndDepthOfRecursion() {
        let one = "a.B: c\n\tat com.x.A$$Lambda$12.run(Unknown Source:2)\n\tat com.x.A.f(A.java:1)"
        let two = "a.B: c\n\tat com.x.A$$Lambda$7.run(Unknown Source:2)\n\tat com.x.A.f(A.java:1)\n\tat com.x.A.f(A.java:1)"
        #expect(CrashSummary(one.utf8Bytes).fingerprint == CrashSummary(two.utf8Bytes).fingerprint)
    }

    @Test func damagedReportsNeverTrap() {
        var generator = SeededGenerator(seed: 99)
        for report in [Self.apple, Self.java, Self.tombstone, Self.ips] {
            for _ in 0..<300 { _ = CrashSummary(generator.damage(report.utf8Bytes)) }
        }
    }
}

extension CrashSummaryTests {
    static let apple = """
        Incident Identifier: 5C32DF84-31A0-43E7-87D0-239F7F594940
        Hardware Model:      iPhone14,2
        Process:         Demo App [49028]
        Version:         4.21.1 (7)

        Date/Time:       2019-01-09 17:42:22.4969 +0000
        OS Version:      iPhone OS 17.5 (21F79)

        Exception Type:  SIGSEGV
        Exception Codes: SEGV_MAPERR at 0x88
        Crashed Thread:  1

        Thread 0:
        0   libsystem_kernel.dylib              0x00007fff61bc6c2a 0x7fff61bc6000 + 3114

        Thread 1 Crashed:
        0   libobjc.A.dylib                     0x00007fff61bc85be objc_msgSend + 32
        1   Demo App                            0x0000000102268e70 -[Cart total] + 64
        2   UIKitCore                           0x00000001b81d6948 0x1b7609000 + 12376392

        Thread 1 crashed with ARM-64 Thread State:
           rip: 0x00000001090a0132    rbp: 0x0000700015a616d0

        Binary Images:
               0x10211c000 -        0x1024b3fff Demo App arm64  <debeff> /private/var/containers/Bundle/Application/01/Demo.app/Demo App
               0x1b7609000 -        0x1b8000fff UIKitCore arm64  <6bc32e> /System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore

        """

    static let java = """
        java.lang.ArrayIndexOutOfBoundsException: length=2; index=2
        \tat com.example.MainActivity.raise(MainActivity.java:42)
        \tat android.view.View.performClick(View.java:7448)
        Caused by: java.lang.IllegalStateException: list closed
        \tat com.example.Store.get(Store.java:17)

        """

    static let tombstone = """
        *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
        Build fingerprint: 'google/sdk/generic'
        ABI: 'arm64'
        Timestamp: 2021-05-12 10:00:00.123456789+0800
        pid: 4711, tid: 4711, name: main  >>> com.example.demo <<<
        signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------
        Abort message: 'assertion failed'
            x0  0000000000000000  x1  0000000000001267

        backtrace:
              #00 pc 0000000000053ef8  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164) (BuildId: 29dc)
              #01 pc 0000000000000f10  /data/app/com.example.demo/lib/arm64/libdemo.so (Java_com_example_crash+20) (BuildId: 01ab)

        memory near x0:

        """

    static let ips = """
        {"app_name":"Demo","timestamp":"2021-03-26 12:52:29.00 +0000","app_version":"1.2","os_version":"iPhone OS 17.5","bug_type":"309"}
        {"procName":"Demo","modelCode":"iPhone14,2","exception":{"type":"EXC_BREAKPOINT","signal":"SIGTRAP"},
        "asi":{"libswiftCore.dylib":["Fatal error: Index out of range"]},"faultingThread":0,
        "threads":[{"triggered":true,"frames":[{"imageIndex":0,"imageOffset":64,"symbol":"swift_trap"},{"imageIndex":1,"imageOffset":9216}]}],
        "usedImages":[{"name":"libswiftCore.dylib","path":"/usr/lib/swift/libswiftCore.dylib"},
        {"name":"Demo","path":"/private/var/containers/Bundle/Application/01/Demo.app/Demo"}]}

        """
}

extension String {
    fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
