import Testing

@testable import Formats

/// Events as SDKs of five languages write them, shortened.
@Suite struct CrashSentryTests {
    private func read(_ json: String, _ limits: CrashReadLimits = CrashReadLimits()) throws -> CrashReport {
        try CrashReport.read(Array(json.utf8), limits: limits)
    }

    private func group(_ json: String) throws -> CrashKey {
        CrashGrouping().group(Array(json.utf8), try read(json, .grouping))
    }

    // MARK: Python

    static let python = """
        {"level": "error", "event_id": "9ec79c33ec9942ab8353589fcb2e04dc", "timestamp": "2026-11-21T02:40:00.250000Z", "platform": "python",
         "exception": {"values": [
          {"module": null, "type": "KeyError", "value": "'price'", "mechanism": {"type": "chained", "handled": true, "exception_id": 1, "parent_id": 0},
           "stacktrace": {"frames": [
            {"filename": "shop/cart.py", "abs_path": "/srv/shop/cart.py", "function": "total", "module": "shop.cart", "lineno": 12, "in_app": true}]}},
          {"module": "shop.errors", "type": "CartError", "value": "no total", "mechanism": {"type": "excepthook", "handled": false, "exception_id": 0},
           "stacktrace": {"frames": [
            {"filename": "runpy.py", "abs_path": "/usr/lib/python3.11/runpy.py", "function": "_run", "module": "runpy", "lineno": 88, "in_app": false},
            {"filename": "shop/main.py", "function": "<module>", "module": "__main__", "lineno": 3, "in_app": true},
            {"filename": "shop/cart.py", "function": "show", "module": "shop.cart", "lineno": 30, "in_app": true}]}}]},
         "breadcrumbs": {"values": [
          {"ty": 1, "timestamp": "2026-11-21T02:39:59Z", "type": "log", "category": "shop", "level": "info", "message": "opening", "data": {"n": 1}}]},
         "tags": {"store": "main"}, "extra": {"sys.argv": ["a", "b"]}, "user": {"id": 7, "email": "a@example.com"}, "release": "shop@1.2.0+34",
         "environment": "production", "server_name": "web-1", "transaction": "/cart", "contexts": {"runtime": {"name": "CPython", "version": "3.11.7"}},
         "sdk": {"name": "sentry.python", "version": "2.75.0", "packages": []}, "modules": {"pip": "1"}}
        """

    @Test func pythonIsReadInOurOrder() throws {
        let report = try read(Self.python)
        #expect(report.format == .sentry && report.incident == "9ec79c33ec9942ab8353589fcb2e04dc" && report.time == 1_795_228_800_250)
        #expect(report.thrown.map(\.type) == ["CartError", "KeyError"] && report.thrown.map(\.parent) == [nil, 0])
        #expect(report.thrown.map(\.relation) == [.uncaught, .cause])
        #expect(
            report.thrown[0].frames.map(\.symbol) == ["show", "<module>", "_run"] && report.thrown[0].frames.map(\.isInApp) == [true, true, false]
        )
        #expect(report.app.version == "1.2.0" && report.app.identifier == "shop" && report.app.build == "34")
        let event = try #require(report.event)
        #expect(!event.isHandled && event.level == "error" && event.server == "web-1" && event.transaction == "/cart" && event.user.id == "7")
        #expect(event.tool == "sentry.python 2.75.0" && event.tags == [.init("store", "main")])
        #expect(event.contexts.contains(.init("extra.sys.argv", #"["a", "b"]"#)) && event.contexts.contains(.init("runtime.name", "CPython")))
        #expect(event.breadcrumbs.map(\.message) == ["opening"] && event.breadcrumbs.first?.time == 1_795_228_799_000)
        #expect(event.breadcrumbs.first?.data == [.init("n", "1")])
        #expect(try JSONCoding.copy(report) == report)
    }

    @Test func theSummaryTellsItCheaply() {
        let summary = CrashSummary(Array(Self.python.utf8))
        #expect(summary.format == .sentry && summary.title == "KeyError: 'price'" && summary.culprit == "shop.cart.total(shop/cart.py:12)")
        #expect(summary.time == 1_795_228_800_250 && !summary.isHandled && summary.circumstances.version == "1.2.0")
        #expect(summary.circumstances.page == "/cart" && summary.circumstances.channel == "production" && summary.circumstances.runtime == "python")
    }

    @Test func theInnermostCauseOfTheAppIsGrouped() throws {
        let key = try group(Self.python)
        #expect(key.type == "KeyError" && key.culprit == "shop.cart.total(shop/cart.py:12)")
        #expect(key.lines.filter(\.isTaken).map(\.key) == ["KeyError", "shop.cart.total"])
    }

    // MARK: Java

    static let java = """
        {"timestamp": 1795228800.5, "platform": "java", "event_id": "00000000000040008000000000000001", "level": "fatal", "release": "com.example.shop@4.2.0+420",
         "exception": {"values": [
          {"type": "IllegalStateException", "value": "closed", "module": "java.lang", "thread_id": 2, "stacktrace": {"frames": [
           {"function": "main", "module": "android.app.ActivityThread", "lineno": 7872, "filename": "ActivityThread.java", "in_app": false},
           {"function": "a", "module": "a.b.c", "lineno": 12, "filename": "SourceFile", "native": false}]},
           "mechanism": {"type": "UncaughtExceptionHandler", "handled": false}}]},
         "threads": {"values": [
          {"id": 1, "name": "pool", "crashed": false, "stacktrace": {"frames": [{"function": "wait", "module": "java.lang.Object", "native": true}]}},
          {"id": 2, "name": "main", "crashed": true, "current": true, "main": true}]},
         "debug_meta": {"images": [{"type": "proguard", "uuid": "7C19F5A6-6A1F-4A7B-8F3E-0123456789AB"}]},
         "contexts": {"device": {"model": "Phone 7", "id": "device1", "arch": "arm64-v8a"}, "os": {"name": "Android", "version": "15", "build": "AP3A"},
          "app": {"app_identifier": "com.example.shop", "app_version": "4.2.0", "in_foreground": true, "view_names": ["CartActivity"]}}}
        """

    @Test func javaHasPackagesAndMappings() throws {
        let report = try read(Self.java)
        #expect(
            report.thrown.map(\.type) == ["java.lang.IllegalStateException"]
                && report.thrown[0].frames.map(\.type) == ["a.b.c", "android.app.ActivityThread"]
        )
        #expect(report.mappings == ["7c19f5a6-6a1f-4a7b-8f3e-0123456789ab"] && report.images.isEmpty)
        #expect(report.threads.map(\.number) == [1, 2] && report.crashedThread?.name == "main" && report.threads[0].frames.map(\.isNative) == [true])
        #expect(report.device.model == "Phone 7" && report.device.system == "Android 15 (AP3A)" && report.isForeground == true)
        #expect(report.event?.transaction == "CartActivity" && report.event?.device == "device1" && report.time == 1_795_228_800_500)
        #expect(CrashSummary(Array(Self.java.utf8)).circumstances.runtime == "java")
    }

    // MARK: Apple and native code

    static let cocoa = """
        {"event_id": "0000000000004000800000000000000a", "platform": "cocoa", "level": "fatal", "timestamp": "2026-11-21T02:40:00Z", "dist": "34",
         "release": "com.example.demo@1.2+34",
         "debug_meta": {"images": [
          {"type": "macho", "debug_id": "01234567-89AB-CDEF-0123-456789ABCDEF", "code_file": "/var/containers/Bundle/Application/X/Demo.app/Demo",
           "image_addr": "0x100000000", "image_size": 65536, "arch": "arm64", "image_vmaddr": "0x100000000"},
          {"type": "macho", "debug_id": "ABCDEF01-2345-6789-ABCD-EF0123456789", "code_file": "/usr/lib/system/libsystem_kernel.dylib",
           "image_addr": "0x180000000", "image_size": 4096}]},
         "exception": {"values": [{"type": "EXC_BAD_ACCESS", "value": "Attempted to dereference null pointer.", "thread_id": 3,
          "mechanism": {"type": "mach", "handled": false, "data": {"relevant_address": "0x0000000000000088"}, "meta": {
           "signal": {"number": 11, "code": 0, "name": "SIGSEGV", "code_name": "SEGV_NOOP"},
           "mach_exception": {"name": "EXC_BAD_ACCESS", "exception": 1, "code": 1, "subcode": 136}}},
          "stacktrace": {"frames": [
           {"function": "main", "package": "/var/containers/Bundle/Application/X/Demo.app/Demo", "instruction_addr": "0x100000100", "in_app": true},
           {"function": "<redacted>", "package": "/var/containers/Bundle/Application/X/Demo.app/Demo", "instruction_addr": "0x100000200",
            "symbol_addr": "0x1000001f0", "image_addr": "0x100000000", "in_app": true}],
           "registers": {"x0": "0x1", "pc": "0x100000200"}}}]},
         "threads": {"values": [{"id": 0, "crashed": false, "stacktrace": {"frames": []}}, {"id": 3, "crashed": true, "name": "worker"}]},
         "contexts": {"device": {"model": "iPhone14,2", "arch": "arm64e"}, "os": {"name": "iOS", "version": "17.5", "build": "21F79"},
          "app": {"app_name": "Demo", "app_start_time": "2026-11-21T02:00:00Z"}}, "user": {"id": "5C32DF84-31A0-43E7-87D0-239F7F594940"}}
        """

    @Test func aMachExceptionIsTheSystems() throws {
        let report = try read(Self.cocoa)
        #expect(report.thrown.isEmpty && report.exception.name == "EXC_BAD_ACCESS (SIGSEGV)" && report.exception.address == 0x88)
        #expect(report.exception.codes == "0x1, 0x88")
        let thread = try #require(report.crashedThread)
        #expect(thread.number == 3 && thread.frames.map(\.offset) == [0x200, 0x100] && thread.frames.map(\.symbol) == ["", "main"])
        #expect(thread.frames[0].symbolOffset == 16 && thread.frames.allSatisfy { $0.image == 0 && $0.module == "Demo" })
        #expect(report.images.map(\.buildID) == ["0123456789abcdef0123456789abcdef", "abcdef0123456789abcdef0123456789"])
        #expect(report.registers == [.init(name: "x0", value: 1), .init(name: "pc", value: 0x1_0000_0200)])
        #expect(report.device.system == "iOS 17.5 (21F79)" && report.app.build == "34" && report.launchTime == 1_795_226_400_000)
        let summary = CrashSummary(Array(Self.cocoa.utf8))
        #expect(summary.type == "EXC_BAD_ACCESS (SIGSEGV)" && summary.culprit == "Demo + 512" && !summary.isHandled)
    }

    static let native = """
        {"event_id": "0000000000004000800000000000000b", "platform": "native", "level": "fatal", "timestamp": "2026-11-21T02:40:00Z",
         "exception": {"values": [{"type": "SIGSEGV", "value": "Segfault", "mechanism": {"type": "signalhandler", "synthetic": true, "handled": false,
          "meta": {"signal": {"number": 11, "name": "SIGSEGV"}}},
          "stacktrace": {"frames": [{"instruction_addr": "0x7f0000001000", "package": "/data/app/x/lib/arm64/libshop.so"},
           {"instruction_addr": "0x40", "addr_mode": "rel:0"}]}}]},
         "debug_meta": {"images": [{"type": "elf", "code_id": "f1c3bcc0279865fe3058404b2831d9e64135386c", "debug_id": "c0bcc3f1-9827-fe65-3058-404b2831d9e6",
          "code_file": "/data/app/x/lib/arm64/libshop.so", "image_addr": "0x7f0000000000", "image_size": 65536},
          {"type": "elf", "debug_id": "c0bcc3f1-9827-fe65-3058-404b2831d9e6", "code_file": "b.so"}]}}
        """

    @Test func aSignalWithoutThreadsMakesTheCrashedThread() throws {
        let report = try read(Self.native)
        #expect(report.exception.name == "SIGSEGV" && report.threads.count == 1)
        let frames = try #require(report.crashedThread).frames
        #expect(frames.map(\.offset) == [0x40, 0x1000] && frames.map(\.address) == [0x7F00_0000_0040, 0x7F00_0000_1000])
        #expect(report.images.map(\.buildID) == ["f1c3bcc0279865fe3058404b2831d9e64135386c", "f1c3bcc0279865fe3058404b2831d9e6"])
    }

    // MARK: JavaScript and messages

    static let script = """
        {"event_id": "0000000000004000800000000000000c", "platform": "javascript", "level": "error", "timestamp": 1795228800.5,
         "exception": {"values": [{"type": "TypeError", "value": "x is not a function", "mechanism": {"type": "onerror", "handled": false},
          "stacktrace": {"frames": [
           {"filename": "https://shop.example/assets/vendor.9f86d081884c7d65.js", "function": "t.run", "lineno": 1, "colno": 200, "in_app": true},
           {"filename": "https://shop.example/assets/main.9f86d081884c7d65.js", "function": "?", "lineno": 1, "colno": 9, "in_app": true}]}}]},
         "fingerprint": ["{{ default }}", "shop", "{{ level }}"]}
        """

    @Test func scriptsAreToldByFunctionAndFile() throws {
        let key = try group(Self.script)
        #expect(key.culprit == "https://shop.example/assets/main.9f86d081884c7d65.js:1")
        #expect(key.lines.filter { $0.subject == .fingerprint }.map(\.key) == ["shop", "error"])
        let other = Self.script.replacing("main.9f86d081884c7d65", with: "main.0a1b2c3d4e5f6a7b")
        #expect(try group(other).fingerprint == key.fingerprint)
        #expect(try group(Self.script.replacing("\"shop\"", with: "\"store\"")).fingerprint != key.fingerprint)
    }

    @Test func ownFingerprintsReplaceOurs() throws {
        let told = Self.script.replacing("\"{{ default }}\", ", with: "")
        let key = try group(told)
        #expect(key.lines.filter(\.isTaken).map(\.word) == [.told, .told] && key.lines.contains { $0.word == .overruled })
        #expect(try group(told.replacing("TypeError", with: "RangeError")).fingerprint == key.fingerprint)
    }

    @Test func aMessageIsGroupedByItsTemplate() throws {
        func message(_ user: String) -> String {
            """
            {"event_id": "0000000000004000800000000000000d", "level": "warning", "logentry": {"message": "user %s is odd", "formatted": "user \(user) is odd"}}
            """
        }
        let key = try group(message("ann"))
        let other = try group(message("bob"))
        #expect(key.title == "user ann is odd" && key.fingerprint == other.fingerprint)
        #expect(try #require(try read(message("ann")).event).isHandled)
        #expect(!(try #require(try read(message("ann").replacing("warning", with: "fatal")).event).isHandled))
    }

    @Test func whatDoesNotRespondIsNoCrash() throws {
        let hang = #"{"event_id":"0000000000004000800000000000000e","exception":[{"type":"AppHang","mechanism":{"type":"AppHang","handled":false}}]}"#
        #expect(try #require(try read(hang).event).isHandled)
    }

    // MARK: bad input

    @Test func whatIsBrokenIsRefusedAndOthersAreNot() {
        #expect(throws: CrashReadError.malformed(.sentry, part: "exception")) { try read(#"{"event_id":"a","exception":{"values":[}"#) }
        #expect(CrashSentry.isEvent(Array(" {\"a\":[1,{}],\"event_id\":1}".utf8)))
        #expect(!CrashSentry.isEvent(Array(#"{"timestamp":"x","app_version":"1"}"#.utf8)) && !CrashSentry.isEvent([]) && !CrashSentry.isEvent([0x7B]))
        var limits = CrashReadLimits()
        limits.bytes = 10
        #expect(throws: CrashReadError.tooLarge(.sentry)) { try read(Self.script, limits) }
    }

    @Test func cutsAnywhereAreNoTrouble() {
        for text in [Self.python, Self.java, Self.cocoa, Self.native, Self.script] {
            let bytes = Array(text.utf8)
            for end in stride(from: 0, to: bytes.count, by: 7) { _ = CrashSummary(Array(bytes[..<end])) }
        }
    }

    @Test func moreThanIsKeptIsCounted() throws {
        var limits = CrashReadLimits()
        (limits.frames, limits.thrown, limits.facts, limits.threads) = (3, 2, 2, 1)
        let frame = #"{"function":"f","in_app":true}"#
        let stack = #"{"frames":[\#([String](repeating: frame, count: 10).joined(separator: ","))]}"#
        let values = (0..<5).map { #"{"type":"E\#($0)","stacktrace":\#(stack)}"# }.joined(separator: ",")
        let crumbs = (0..<9).map { #"{"message":"\#($0)"}"# }.joined(separator: ",")
        let report = try read(#"{"event_id":"a","exception":{"values":[\#(values)]},"breadcrumbs":[\#(crumbs)],"threads":[{},{},{}]}"#, limits)
        #expect(report.thrown.map(\.type) == ["E4", "E3"] && report.cut.thrown == 3 && report.thrown[0].frames.count == 3 && report.cut.frames > 0)
        #expect(try #require(report.event).breadcrumbs.map(\.message) == ["7", "8"])
    }

    @Test func rulesOfTheAppGoBeforeWhatTheSDKSays() throws {
        let report = try read(Self.python, .grouping)
        let own = CrashModuleRules.standard.after([.init(.type, "shop.cart", isInApp: false)])
        #expect(CrashGrouping(.second, rules: own).group([], report).culprit == "__main__.<module>(shop/main.py:3)")
    }
}
