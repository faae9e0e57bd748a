import Testing

@testable import Formats

struct CrashGroupingTests {
    private func group(_ text: String, _ rules: CrashModuleRules = .standard) -> CrashKey {
        let bytes = Array(text.utf8)
        return CrashGrouping(.second, rules: rules).group(bytes, try? CrashReport.read(bytes))
    }

    private func taken(_ text: String) -> [String] {
        group(text).lines.filter(\.isTaken).map(\.key)
    }

    @Test func fingerprintsAreStable() {
        // Stored in databases: what changes these numbers is a new version.
        #expect(group(CrashSamples.java).fingerprintText == "3e8cd178bdb37849")
        #expect(group(CrashSamples.xcode).fingerprintText == "2fde8ca583f2131c")
        #expect(group(CrashSamples.tombstone).fingerprintText == "33d29bd97f19ea86")
    }

    @Test func firstVersionIsWhatSummariesHave() {
        for text in [CrashSummaryTests.apple, CrashSummaryTests.java, CrashSummaryTests.tombstone, CrashSummaryTests.ips, "nothing\nof 3 kinds"] {
            let bytes = Array(text.utf8)
            let (group, summary) = (CrashGrouping(.first).group(bytes, nil), CrashSummary(bytes))
            #expect(group.fingerprint == summary.fingerprint)
            #expect([group.type, group.reason, group.culprit, group.title] == [summary.type, summary.reason, summary.culprit, summary.title])
            #expect(group.version == .first)
        }
    }

    @Test func readingOnlyTheCrashedStackIsEnough() throws {
        for bytes in CrashSamples.all {
            let (whole, part) = (try CrashReport.read(bytes), try CrashReport.read(bytes, limits: .grouping))
            #expect(CrashGrouping(.second).group(bytes, part) == CrashGrouping(.second).group(bytes, whole))
            #expect(part.crashedThread?.frames.map(\.symbol) == whole.crashedThread?.frames.map(\.symbol))
            #expect(
                part.crashedThread?.frames.map { part.image(of: $0)?.buildID } == whole.crashedThread?.frames.map { whole.image(of: $0)?.buildID }
            )
            #expect(part.registers == whole.registers)
            #expect(part.threads.count <= 2)
        }
    }

    @Test func withoutACrashedThreadTheFirstCounts() {
        #expect(taken("Thread 0:\n0 A 0x1 f + 1\n\nThread 1:\n0 A 0x1 g + 1\n") == ["", "f"])
    }

    @Test func whatWentIntoIt() {
        #expect(taken(CrashSamples.java) == ["java.lang.IllegalStateException", "com.example.Store$$Lambda.get", "com.example.Store.get"])
        #expect(taken(CrashSamples.xcode) == ["SIGSEGV", "closure in Cart.total()", "Cart.total()", "Cart.total(for:)", "-[Cart run]"])
        #expect(
            taken(CrashSamples.tombstone)
                == [
                    "SIGABRT", "demo::Cart::total", "libtwo.so + 0x1234", "com.example.Store.get", "memfd:jit-cache (deleted) + 0x10",
                ].dropLast()
        )
        #expect(taken(CrashSamples.plcrashText) == ["NSRangeException", "-[NSArray+Demo (Demo) row:]", "Demo App + 0x14cf00"])
    }

    @Test func whatIsShown() {
        let java = group(CrashSamples.java)
        #expect(java.title == "java.lang.IllegalStateException: list closed: 3")
        #expect(java.culprit == "com.example.Store$$Lambda$14/0x0000000800c03000.get(Unknown Source)")
        #expect(java.thrown == 3)
        let apple = group(CrashSamples.xcode)
        #expect(apple.title == "EXC_BAD_ACCESS (SIGSEGV): KERN_INVALID_ADDRESS at 0x0000800000000099")
        #expect(apple.culprit == "closure #1 in Cart.total()")
        let tombstone = group(CrashSamples.tombstone)
        #expect(tombstone.title == "SIGABRT: assertion failed in two lines")
        #expect(tombstone.culprit == "demo::Cart::total(int, char (*)()) (libdemo.so)")
    }

    @Test func explanationSaysWhyEachLineWasTakenOrLeftOut() {
        let lines = group(CrashSamples.plcrashText).lines
        #expect(lines.map(\.word) == [.type, .throwing, .throwing, .inApp, .inApp, .hasFrames])
        #expect(lines.map(\.frame) == [nil, 0, 1, 2, 3, nil])
        let java = group(CrashSamples.java).lines
        #expect(java.map(\.word) == [.wrapper, .type, .notInApp, .inApp, .inApp, .notInApp, .notInApp, .hasFrames])
        #expect(java[0].text == "java.lang.RuntimeException")
    }

    @Test func oneCrashInEveryFormatIsOneGroup() throws {
        var json = try CrashReport.reading(CrashSamples.ips)
        json.thrown = []
        json.threads[1].frames = try #require(try CrashReport.reading(CrashSamples.xcode).crashedThread?.frames)
        for index in json.threads[1].frames.indices { json.threads[1].frames[index].image = 0 }
        #expect(CrashGrouping(.second).group([], json).fingerprint == group(CrashSamples.xcode).fingerprint)
        let signal = CrashSamples.xcode.replacing("EXC_BAD_ACCESS (SIGSEGV)", with: "SIGSEGV")
        #expect(group(signal).fingerprint == group(CrashSamples.xcode).fingerprint)
    }

    @Test func messagesLinesAndAddressesDoNotMatter() {
        let java = CrashSamples.java.replacing("list closed: 3", with: "list open").replacing(":17)", with: ":18)").replacing(
            "$14/0x0000000800c03000",
            with: "$15"
        )
        #expect(group(java).fingerprint == group(CrashSamples.java).fingerprint)
        let apple = CrashSamples.xcode.replacing("0x102919", with: "0x102920").replacing("closure #1", with: "closure #2").replacing(
            ":12)",
            with: ":13)"
        )
        #expect(group(apple).fingerprint == group(CrashSamples.xcode).fingerprint)
    }

    @Test func typesAndPlacesDo() {
        let all = [
            CrashSamples.java, CrashSamples.java.replacing("IllegalState", with: "NullPointer"),
            CrashSamples.java.replacing("Store.get", with: "Store.put"),
            CrashSamples.xcode, CrashSamples.xcode.replacing("SIGSEGV", with: "SIGBUS"),
            CrashSamples.xcode.replacing("Cart.total(for:)", with: "Cart.sum()"),
        ]
        #expect(Set(all.map { group($0).fingerprint }).count == all.count)
    }

    @Test func recursionCountsOnce() {
        func trace(_ rounds: Int, _ cycle: [String]) -> CrashKey {
            let frames = Array(repeating: cycle, count: rounds).joined() + ["end"]
            return group("a.StackOverflowError\n" + frames.map { "\tat com.x.A.\($0)(A.java:1)" }.joined(separator: "\n"))
        }
        for cycle in [["f"], ["f", "g"], ["f", "g", "h"]] {
            #expect(trace(2, cycle).fingerprint == trace(9, cycle).fingerprint)
            #expect(trace(1, cycle).fingerprint == trace(9, cycle).fingerprint)
            // Of a stack that was full, how much of the end is there is chance.
            #expect(trace(1_000, cycle).fingerprint == trace(333, cycle).fingerprint)
            #expect(trace(1_000, cycle).lines.count <= CrashKey.mostLines)
        }
        #expect(trace(9, ["f"]).lines.filter(\.isTaken).map(\.key) == ["a.StackOverflowError", "com.x.A.f", "com.x.A.end"])
    }

    @Test func systemFramesCountOnlyWhereTheAppHasNone() {
        let images =
            "\n\nBinary Images:\n0x1000 - 0x1fff Demo arm64  <01ab> /x/Demo.app/Demo\n0x2000 - 0x2fff UIKitCore arm64  <02ab> /System/UIKitCore\n"
            + "0x3000 - 0x3fff dyld arm64  <03ab> /usr/lib/dyld\n"
        let head = "Exception Type: EXC_CRASH (SIGABRT)\n\nThread 0 Crashed:\n"
        // How every app is started is no place in the app, with a symbol or without.
        for main in ["main + 4 (main.m:3)", "0x1000 + 16", "static DemoApp.$main() + 1"] {
            let text =
                head + "0 UIKitCore 0x2010 -[UIView row:] + 1\n1 UIKitCore 0x2020 0x2000 + 32\n2 Demo 0x1010 \(main)\n3 dyld 0x3010 start + 1"
                + images
            #expect(taken(text) == ["SIGABRT", "-[UIView row:]", "UIKitCore", "start"])
        }
        let own =
            head + "0 UIKitCore 0x2010 -[UIView row:] + 1\n1 Demo 0x1020 0x1000 + 32\n2 UIKitCore 0x2020 0x2000 + 32\n3 Demo 0x1010 main + 4" + images
        #expect(taken(own) == ["SIGABRT", "Demo + 0x20"])
    }

    @Test func framesThatThrowAndWhatIsAboveThem() {
        let text =
            "Exception Type: EXC_CRASH (SIGABRT)\nProcess: Demo [1]\n\nThread 0 Crashed:\n0 libsystem 0x1 __pthread_kill + 1\n1 Demo 0x2 handler + 1\n"
            + "2 libc++abi.dylib 0x3 __cxa_throw + 1\n3 Demo 0x4 Cart.total() + 1\n"
        #expect(taken(text) == ["SIGABRT", "Cart.total()"])
        #expect(taken("Thread 0 Crashed:\n0 libsystem 0x1 __pthread_kill + 1\n1 libsystem 0x1 abort + 1\n") == ["", "__pthread_kill", "abort"])
    }

    @Test func frameworksOfTheAppAreItsOwnAndTheRuntimeIsNot() {
        let images =
            "\n\nBinary Images:\n0x1000 - 0x1fff Cart arm64  <01ab> /x/Demo.app/Frameworks/Cart.framework/Cart\n"
            + "0x2000 - 0x2fff libswiftCore.dylib arm64  <02ab> /x/Demo.app/Frameworks/libswiftCore.dylib\n"
            + "0x3000 - 0x3fff CrashReporter arm64  <03ab> /x/Demo.app/Frameworks/CrashReporter.framework/CrashReporter\n"
        let text = "Thread 0 Crashed:\n0 CrashReporter 0x3010 a + 1\n1 libswiftCore.dylib 0x2010 b + 1\n2 Cart 0x1010 c + 1" + images
        #expect(taken(text) == ["", "c"])
    }

    @Test func rulesOfAnAppGoFirst() {
        let java = "a.B: x\n\tat okhttp3.Call.execute(Call.java:1)\n\tat com.example.Store.get(Store.java:17)\n"
        #expect(taken(java) == ["a.B", "okhttp3.Call.execute", "com.example.Store.get"])
        let rules = CrashModuleRules.standard.after([CrashModuleRules.Rule(.type, "okhttp3.*", isInApp: false)])
        #expect(group(java, rules).culprit == "com.example.Store.get(Store.java:17)")
    }

    @Test func messageOnlyWithoutFrames() {
        let one = group("java.lang.OutOfMemoryError: Failed to allocate 1024 bytes for user 7 (a.b@example.com)")
        let two = group("java.lang.OutOfMemoryError: Failed to allocate 99 bytes for user 12 (c@example.org)")
        #expect(one.fingerprint == two.fingerprint)
        #expect(one.lines.map(\.word) == [.type, .message])
        #expect(one.culprit.isEmpty)
    }

    @Test func whatCannotBeReadIsGroupedByItsFirstLine() {
        let group = group("\n  user 17 lost 0x1234\u{1}\nmore")
        #expect(group.reason == "user 17 lost 0x1234 ")
        #expect(group.fingerprint == self.group("user 18 lost 0xFF\u{1}\nother").fingerprint)
        #expect(CrashGrouping(.second).group([], nil).title.isEmpty)
        #expect(CrashGrouping(.second).group(Array("plcrash\u{9}x".utf8), nil).title.isEmpty)
    }

    @Test func killedProcessesAreToldApartByTheReason() {
        let text = "Exception Type: EXC_CRASH (SIGKILL)\nTermination Reason: FRONTBOARD 2343432205 late\n\nThread 0 Crashed:\n0 A 0x1 f + 1\n"
        #expect(taken(text).first == "SIGKILL FRONTBOARD 8badf00d")
        #expect(group(text.replacing("2343432205", with: "1")).fingerprint != group(text).fingerprint)
    }

    @Test func suppressedExceptionsAreNotTheCause() {
        let text =
            "a.B: x\n\tat java.C.d(C.java:1)\n\tSuppressed: a.D\n\t\tat com.example.E.f(E.java:1)\n\tCaused by: a.F\n\t\tat com.example.E.g(E.java:1)\n"
        #expect(group(text).type == "a.B")
    }

    @Test func framesInCommonWithTheOuterExceptionAreSeen() {
        let text =
            "a.B: x\n\tat java.C.d(C.java:1)\n\tat com.example.E.f(E.java:1)\n\tat java.G.h(G.java:1)\nCaused by: a.D\n\tat java.I.j(I.java:1)\n\t... 2 more\n"
        #expect(taken(text) == ["a.B", "com.example.E.f"])
        let system = text.replacing("java.C", with: "com.example.C").replacing("a.B", with: "java.lang.B")
        #expect(group(system).type == "java.lang.B")
    }

    @Test func summaryOfAGroup() throws {
        let report = try CrashReport.reading(CrashSamples.tombstone)
        let group = CrashGrouping(.second).group([], report)
        let summary = CrashSummary(group, of: report)
        #expect(summary.title == group.title)
        #expect(summary.fingerprint == group.fingerprint)
        #expect(summary.format == .tombstone)
        #expect(summary.circumstances.thread == "RenderThread")
        #expect(CrashSummary(group, of: nil).format == .unknown)
    }

    @Test func everythingShownIsBounded() {
        let long = String(repeating: "x", count: 5000)
        let shown = group("a.\(long): \(long)\n\tat com.\(long).y(A.java:1)")
        #expect([shown.type.count, shown.reason.count, shown.culprit.count] == [200, 300, 200])
        #expect(shown.lines.allSatisfy { $0.text.count <= 300 && $0.key.count <= 300 })
        #expect(try! JSONCoding.copy(shown) == shown)
    }
}

struct CrashKeyTests {
    @Test(arguments: [
        ("com.x.A", "com.x.A"), ("com.x.A$1", "com.x.A$"), ("com.x.A$B$12$C", "com.x.A$B$$C"),
        ("com.x.A$$Lambda$14/0x0000000800c03000", "com.x.A$$Lambda"),
        ("com.x.A$$ExternalSyntheticLambda30", "com.x.A$$ExternalSyntheticLambda"), ("com.x.-$$Lambda$Main$a1b2", "com.x.-$$Lambda$Main"),
        ("com.x.A$$EnhancerBySpringCGLIB$$1f2e", "com.x.A$$EnhancerBySpringCGLIB"), ("com.x.A_$$_javassist_12", "com.x.A_$$_javassist"),
        ("com.sun.proxy.$Proxy12", "com.sun.proxy.$Proxy"), ("sun.reflect.GeneratedMethodAccessor77", "sun.reflect.GeneratedMethodAccessor"),
        ("com.x.A$MockitoMock$123", "com.x.A$MockitoMock$"), ("com.x.A/0x1", "com.x.A/0x1"), ("$", "$"), ("", ""),
    ]) func javaTypes(_ type: String, _ key: String) {
        #expect(CrashJavaKey.type(type) == key)
    }

    @Test(arguments: [
        ("run", "run"), ("lambda$onCreate$0", "lambda$onCreate"), ("lambda$onCreate$1$com-x-Main", "lambda$onCreate"), ("access$000", "access$"),
        ("$r8$lambda$Xy1-2", "$r8$lambda$"), ("onCreate$lambda-0", "onCreate$lambda-"), ("onCreate$lambda$12$lambda$3", "onCreate$lambda$$lambda$"),
        ("<init>", "<init>"), ("lambda$", "lambda$"),
    ]) func javaMethods(_ method: String, _ key: String) {
        #expect(CrashJavaKey.method(method) == key)
    }

    @Test(arguments: [
        ("-[Cart total]", "-[Cart total]"), ("__42-[Cart total]_block_invoke_2.13", "-[Cart total]_block_invoke"),
        ("-[Cart total].cold.1", "-[Cart total]"),
        ("___Z3foov_block_invoke", "___Z3foov_block_invoke"), ("closure #1 in closure #2 in Cart.total()", "closure in closure in Cart.total()"),
        ("merged Cart.total()", "Cart.total()"), ("partial apply for closure #1 in Cart.total()", "closure in Cart.total()"),
        ("generic specialization <Swift.Int> of Cart.total<A>(A)", "Cart.total<A>(A)"),
        ("function signature specialization <Arg[0] = Dead> of Cart.total()", "Cart.total()"),
        ("(1) suspend resume partial function for Cart.load()", "Cart.load()"), ("@objc Cart.viewDidLoad()", "Cart.viewDidLoad()"),
        ("$s4Demo4CartC5totalyyFTm", "$s4Demo4CartC5totalyyF"), ("$s4Demo4CartC4loadyyYaFTY0_", "$s4Demo4CartC4loadyyYaF"),
        ("$s4Demo4CartC4loadyyYaFTQ12_", "$s4Demo4CartC4loadyyYaF"), ("foo.llvm.1234", "foo"), ("foo.constprop.0.isra.1", "foo"),
        ("void* std::__1::__thread_proxy[abi:nn180100]<std::__1::tuple<int>>(void*)", "void* std::__thread_proxy"),
        ("std::__ndk1::basic_string<char>::append(char const*)", "std::basic_string::append"),
        ("demo::(anonymous namespace)::run(int)::$_3::operator()(int) const", "demo::(anonymous namespace)::run::$_::operator() const"),
        ("a::operator<<(b&, c<d>)", "a::operator<<"), ("a::operator->()", "a::operator->"), ("a::b<c::d->e>::f(g)", "a::b::f"), ("a::b<c(", "a::b"),
        ("core::panicking::panic::h0123456789abcdef", "core::panicking::panic"),
        ("invocation function for block in demo::run(int)", "demo::run"), ("", ""), ("(", "("), ("#1", ""), ("$_", "$_"), ("__", "__"),
        ("$s_", "$s_"),
    ]) func nativeSymbols(_ symbol: String, _ key: String) {
        #expect(CrashNativeKey.of(symbol) == key)
    }

    @Test(arguments: [
        ("user a.b+c@example.com failed", "user <email> failed"), ("GET https://x.y/z?a=1&b=2#c -> (500).", "GET <url> -> (<number>)."),
        ("id 5C32DF84-31A0-43E7-87D0-239F7F594940!", "id <uuid>!"), ("at 0x1f, 0xFF", "at <hex>"),
        ("sha da39a3ee5e6b4b0d3255bfef95601890afd80709", "sha <hex>"),
        ("at 2026-11-22 10:40:00.408 on 10.0.0.1:8080", "at <date> <time> on <ip>"), ("at 2026-11-22T10:40:00Z", "at <date>"),
        ("fe80::1 gone", "<ip> gone"),
        ("index 5 beyond bounds [0 .. 1]", "index <number> beyond bounds [<number> .. <number>]"),
        ("took 350ms, -1.5e10 or 30%", "took <number> or <number>"),
        ("1, 2, 3, 4", "<number>"), ("item_42 of list7", "item_0 of list0"), ("no /var/mobile/x.db here", "no <path> here"),
        ("either/or", "either/or"),
        ("deadbeef", "deadbeef"), ("a:b", "a:b"), ("", ""), ("::", "::"), ("模块 7 失败", "模块 <number> 失败"),
    ]) func messages(_ message: String, _ key: String) {
        #expect(CrashMessageKey.of(message) == key)
    }

    @Test(arguments: [
        ("*", "", true), ("*", "a", true), ("a*", "ab", true), ("a*", "ba", false), ("*.app/*", "/x/Demo.app/Demo", true),
        ("*.app/*", "/x/Demo.app", false),
        ("*/libswift*.dylib", "/a/libswiftCore.dylib", true), ("*/libswift*.dylib", "/a/libswiftCore.so", false), ("", "", true), ("", "a", false),
        ("a", "a", true),
        ("*a*b*", "xaxxb", true), ("*a*b", "abab", true), ("**", "x", true),
    ]) func patterns(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(CrashPattern.matches(pattern, text) == matches)
    }
}
