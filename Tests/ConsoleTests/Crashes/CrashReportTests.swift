import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Console

/// Single reports: as they came, and as they read with their symbols.
struct CrashReportTests {
    private static let hasSymbolizer = SymbolizerPath.find("llvm-symbolizer") != nil

    @Test func aReportIsListedShownAndReadAsJSON() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell", "<i>closed"), device: "device1", user: "ann")
            let item = try #require(try await room.list().first)
            #expect(item.group.value == nil && !item.handled)
            let path = "/apps/demo/crash-reports/\(item.id)"
            // Nobody has read it yet: it can be looked at all the same.
            for language in ["en", "zh-CN"] {
                let page = try await room.console.page(path, language: language).text
                #expect(page.contains("&lt;i&gt;closed") && !page.contains("<i>closed"))
                #expect(page.contains(#"<li class="own"><span class="muted">0</span>"#) && page.contains("com.example.Shop.sell"))
                #expect(page.contains("Shop.java:12") && page.contains("android.os.Handler.dispatchMessage"))
            }
            try await room.read()
            let read = try await room.console.api(.get, path).json(CrashReportBody.self)
            #expect(read.group.value != nil && read.format.value == "java" && read.user == "ann")
            #expect(try await room.list("?group=\(read.group.value ?? "")").map(\.id) == [item.id])
            #expect(try await room.list("?group=nosuch").isEmpty)
            #expect(try await room.list("?handled=true").isEmpty)
            let reading = try await room.reading(item.id)
            #expect(reading.problem.value == nil && reading.format == "java")
            #expect(reading.thrown.map(\.type) == ["java.lang.IllegalStateException"])
            #expect(reading.thrown[0].frames.map(\.inApp) == [true, false])
            #expect(reading.thrown[0].frames[0].line.value == 12)
            let text = try await room.console.page("\(path)/text")
            #expect(text.headers[.contentDisposition]?.hasPrefix("attachment") ?? false)
            #expect(text.text.contains("    at com.example.Shop.sell(Shop.java:12)"))
        }
    }

    @Test func aMappingNamesWhatWasShortened() async throws {
        try await CrashRoom.run { room in
            try await room.send("a.b: a.b is closed\n\tat a.b.a(SourceFile:1)\n\tat android.os.Handler.a(SourceFile:1)", version: "2.3.0")
            let id = try #require(try await room.list().first?.id)
            let before = try await room.reading(id)
            #expect(before.missing.map(\.version) == ["2.3.0"] && before.missing.map(\.kind) == [.mapping])
            #expect(try await room.console.page("/apps/demo/crash-reports/\(id)").text.contains("/apps/demo/symbols/new"))
            #expect(
                try await SymbolRoom(console: room.console).put(SymbolSamples.mapping, name: "mapping.txt", version: "2.3.0").status == .created
            )
            let after = try await room.reading(id)
            #expect(after.missing.isEmpty && after.thrown[0].type == "com.example.Shop")
            #expect(after.thrown[0].message == "com.example.Shop is closed")
            let frame = try #require(after.thrown[0].frames.first)
            #expect(frame.function == "com.example.Shop.sell" && frame.file == "Shop.java" && frame.line.value == 41 && frame.inApp)
            #expect(try await room.console.page("/apps/demo/crash-reports/\(id)").text.contains("Shop.java:41"))
        }
    }

    @Test(.enabled(if: hasSymbolizer)) func symbolsNameAddresses() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.native(at: 0x1110))
            let id = try #require(try await room.list().first?.id)
            let before = try await room.reading(id)
            #expect(before.missing.map(\.name) == ["libdemo.so"] && before.threads[0].frames[0].function.isEmpty)
            let library = SymbolSamples.library(["work", "rest"])
            #expect(try await SymbolRoom(console: room.console).put(library, name: "libdemo.so").status == .created)
            let after = try await room.reading(id)
            #expect(after.missing.isEmpty && after.threads[0].crashed && after.threads[0].frames[0].function == "rest")
            #expect(after.images.first { $0.name == "libdemo.so" }?.symbols == true)
            let page = try await room.console.page("/apps/demo/crash-reports/\(id)", language: "en").text
            #expect(page.contains("<b>rest</b>") && page.contains("SIGSEGV") && page.contains("__start_thread"))
            // The topmost frame is at the instruction itself.
            #expect(try await room.console.page("/apps/demo/crash-reports/\(id)/text").text.contains("libdemo.so"))
        }
    }

    /// A report of 60 threads, each of 40 calls in a library that symbols are here of.
    @Test(.enabled(if: hasSymbolizer)) func manyThreadsAreNamedByOneQuestion() async throws {
        try await CrashRoom.run { room in
            let functions = (0..<200).map { "function\($0)" }
            #expect(
                try await SymbolRoom(console: room.console).put(SymbolSamples.library(functions), name: "libdemo.so").status == .created
            )
            try await room.send(Self.manyThreads(60, frames: 40))
            let id = try #require(try await room.list().first?.id)
            let first = try await room.reading(id)
            #expect(first.threads.count == 60 && first.threads.allSatisfy { $0.frames.allSatisfy { !$0.function.isEmpty } })
            let start = ContinuousClock.now
            _ = try await room.reading(id)
            // 200 ms are the goal; a debug build beside other tests takes a multiple.
            #expect(ContinuousClock.now - start < .seconds(4))
            let page = try await room.console.page("/apps/demo/crash-reports/\(id)").text
            #expect(page.components(separatedBy: "<details class=\"thread\">").count == 60)
        }
    }

    private static func manyThreads(_ threads: Int, frames: Int) -> String {
        func thread(_ number: Int) -> String {
            let calls = (0..<frames).map { index in
                let address = 0x1010 + 256 * ((number * 7 + index) % 200)
                return "      #\(index < 10 ? "0" : "")\(index) pc \(String(address, radix: 16))  /data/app/com.example.demo/lib/x86_64/libdemo.so"
                    + " (BuildId: 0102030405060708090a0b0c0d0e0f1011121314)"
            }
            return "pid: 4711, tid: \(4711 + number), name: worker\(number)  >>> com.example.demo <<<\n\nbacktrace:\n" + calls.joined(separator: "\n")
        }
        let head = CrashRoom.native(at: 0x1010).split(separator: "\n").prefix(3).joined(separator: "\n")
        let rest = (0..<threads).map(thread).joined(separator: "\n--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---\n")
        return "\(head)\n"
            + rest.replacing(
                "name: worker0  >>> com.example.demo <<<\n",
                with: """
                    name: worker0  >>> com.example.demo <<<
                    signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000000

                    """,
                maxReplacements: 1
            )
    }

    @Test func whatCannotBeReadIsShownAsItCame() async throws {
        try await CrashRoom.run { room in
            try await room.send("nothing of a <crash>\nsecond line")
            try await room.read()
            let id = try #require(try await room.list().first?.id)
            let reading = try await room.reading(id)
            #expect(reading.problem.value == "unknown" && reading.format == "unknown" && reading.threads.isEmpty)
            let page = try await room.console.page("/apps/demo/crash-reports/\(id)", language: "en").text
            #expect(page.contains("This report cannot be read") && page.contains("nothing of a &lt;crash&gt;\nsecond line"))
            #expect(try await room.console.page("/apps/demo/crash-reports/\(id)/raw").text == "nothing of a <crash>\nsecond line")
            #expect(try await room.console.api(.get, "/apps/demo/crash-reports/\(id)").json(CrashReportBody.self).format.value == "unknown")
        }
    }

    @Test func whoMayNotSeePersonalDataDoesNot() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell", "order of 13812345678 for ann.lee@example.com"))
            try await room.read()
            let id = try #require(try await room.list().first?.id)
            let reader = try await room.reader()
            let group = try #require(try await room.groups().first?.id)
            for path in [
                "/crash-reports", "/crash-reports/\(id)", "/crash-reports/\(id)/symbolicated", "/crash-reports/\(id)/text",
                "/crash-reports/\(id)/raw",
                "/crashes", "/crashes/\(group)", "/crashes/\(group)/reports", "/crashes/\(group)/keys",
            ] {
                let hidden = try await room.console.api(.get, "/apps/demo\(path)", token: reader)
                #expect(hidden.status == .ok)
                #expect(!hidden.text.contains("13812345678") && !hidden.text.contains("ann.lee@"), "\(path)")
                #expect(hidden.text.contains("138****5678") && hidden.text.contains("a******@example.com"), "\(path)")
                #expect(try await room.console.api(.get, "/apps/demo\(path)").text.contains("13812345678"), "\(path)")
            }
        }
    }

    /// A trial names the groups that it would change; the history and the audit log, which nobody can change, are for everybody alike.
    @Test func titlesAreMaskedInTrialsAndInWhatIsKeptForEver() async throws {
        try await CrashRoom.run { room in
            let console = room.console
            for method in ["sell", "buy"] {
                let frames = "\tat com.vendor.Net.call(Net.java:1)\n\tat com.example.Shop.\(method)(Shop.java:2)"
                try await room.send("java.lang.IllegalStateException: order of 13812345678\n\(frames)")
            }
            try await room.read()
            let rules = #"[{"subject":"type","pattern":"com.example.*","isInApp":false}]"#
            let trial = try await console.api(.post, "/apps/demo/crash-grouping/trials", #"{"version":2,"rules":\#(rules)}"#).json(CrashTrial.self)
            try await room.work()
            let reader = try await room.reader()
            for path in ["/crash-grouping/trials", "/crash-grouping/trials/\(trial.id)"] {
                let hidden = try await console.api(.get, "/apps/demo\(path)", token: reader).text
                #expect(!hidden.contains("13812345678") && hidden.contains("138****5678"), "\(path)")
                #expect(try await console.api(.get, "/apps/demo\(path)").text.contains("13812345678"), "\(path)")
            }
            let groups = try await room.groups().map(\.id)
            #expect(try await room.change("merge", #"{"groups":["\#(groups[0])"],"into":"\#(groups[1])"}"#) == 204)
            #expect(try await room.notes(groups[1]).last?.text.contains("138****5678") == true)
            #expect(try await !console.api(.get, "/audit").text.contains("13812345678"))
        }
    }

    /// Lest it be guessed digit by digit; titles in which nothing can be hidden are found as ever.
    @Test func whatIsHiddenInTitlesIsNotSearched() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell", "order of 13812345678 for ann.lee@example.com"))
            try await room.send(CrashRoom.java("buy", "cart 2024 is closed"))
            try await room.read()
            let reader = try await room.reader()
            func count(_ text: String, _ token: String? = nil) async throws -> Int {
                try await room.console.api(.get, "/apps/demo/crashes?q=\(text)", token: token).json(List<CrashGroup>.self).total
            }
            for text in ["381234", "812", "ann.lee", "order"] {
                #expect(try await (count(text), count(text, reader)) == (1, 0), "\(text)")
            }
            for text in ["shop.sell", "2024", "closed"] {
                #expect(try await (count(text), count(text, reader)) == (1, 1), "\(text)")
            }
        }
    }

    @Test func thePageTellsWhatTheDeviceDidBefore() async throws {
        try await CrashRoom.run { room in
            try await room.send("java.lang.Error: x\n\tat com.example.A.b(A.java:1)", device: "device1")
            let report = try #require(try await room.list().first)
            let lines = [(-60.0, "Cart"), (-3_600, "LongAgo"), (60, "After")].map { offset, page in
                room.line(at: report.time.addingTimeInterval(offset), page: page)
            }
            try await room.upload(lines)
            let page = try await room.console.page("/apps/demo/crash-reports/\(report.id)", language: "en").text
            #expect(page.contains("Cart,") && !page.contains("LongAgo") && !page.contains("After,"))
            #expect(page.contains("/apps/demo/logs?from="))
        }
    }
}

extension CrashRoom {
    fileprivate func list(_ query: String = "") async throws -> [CrashReportItem] {
        try await console.api(.get, "/apps/demo/crash-reports\(query)").json(List<CrashReportItem>.self).items
    }

    fileprivate func reading(_ id: String) async throws -> CrashReadingBody {
        try await console.api(.get, "/apps/demo/crash-reports/\(id)/symbolicated").json(CrashReadingBody.self)
    }

    /// A token that reads, and no more.
    fileprivate func reader() async throws -> String {
        struct Made: Decodable { let token: String }
        return try await console.api(.post, "/tokens", #"{"name":"reader","scopes":["read"]}"#).json(Made.self).token
    }

    fileprivate func line(at time: Date, page: String) -> String {
        var fields = [String](repeating: "-", count: 48)
        let moment = String(LocalTime(time, TimeZone(identifier: "Asia/Shanghai") ?? .gmt).iso.prefix(19)).replacing("T", with: " ") + ".000"
        for (place, value) in [0: "D-VM", 1: moment, 2: product, 3: "1.0", 10: page, 15: "reportActive", 25: "device1"] { fields[place] = value }
        return fields.joined(separator: ",")
    }

    fileprivate func upload(_ lines: [String]) async throws {
        func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text)! }
        let headers: HTTPFields = [name("productId"): product, name("productVersion"): "1.0", name("utdId"): "device1"]
        let answer = try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: Array(lines.joined(separator: "\n").utf8))
        guard answer.status == .ok else { throw TestFailure("logUpload.do: \(answer.text)") }
    }
}
