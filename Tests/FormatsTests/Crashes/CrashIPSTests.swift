import Testing

@testable import Formats

struct CrashIPSTests {
    private static let report = try? CrashReport.reading(CrashSamples.ips)

    @Test func head() throws {
        let report = try #require(Self.report)
        #expect(report.format == .ips)
        #expect(report.incident == "3080438B-D8BC-417C-8D89-05BF95D28C18")
        #expect(report.time == 1_773_813_041_640)
        #expect(report.launchTime == 1_773_813_041_445)
        #expect([report.app.identifier, report.app.version, report.app.build, report.app.process] == ["com.example.demo", "1.0.0", "5", "Demo"])
        #expect(report.app.processID == 2415)
        #expect(report.app.path == "/private/var/containers/Bundle/Application/02/Demo.app/Demo")
        #expect([report.device.model, report.device.systemVersion, report.device.systemBuild] == ["iPhone18,2", "26.3.1", "23D8133"])
        #expect(report.isForeground == true)
        #expect(report.memory.region == "0x99 is not in any region.\n--->  ")
        #expect(report.memory.summary == "TOTAL 1.7G")
    }

    @Test func whatHappened() throws {
        let report = try #require(Self.report)
        #expect(report.exception.name == "EXC_BAD_ACCESS (SIGSEGV)")
        #expect(report.exception.address == 0x8000_0000_0099)
        #expect(report.termination.namespace == "SIGNAL")
        #expect(report.termination.code == 11)
        #expect(report.termination.reason == "Segmentation fault: 11")
        #expect(report.information == ["abort() called é😀"])
        #expect(report.thrown.map(\.type) == ["NSRangeException"])
        #expect(report.thrown.map(\.message) == ["index 5 beyond bounds"])
        #expect(report.thrown.first?.frames.map(\.symbol) == ["-[Cart row:]"])
    }

    @Test func threads() throws {
        let report = try #require(Self.report)
        #expect(report.threads.map(\.isCrashed) == [false, true])
        #expect(report.threads.map(\.queue) == ["com.apple.main-thread", ""])
        let frames = report.threads[1].frames
        #expect(frames.map(\.module) == ["Demo", "Demo", "", ""])
        #expect(frames.map(\.address) == [4_338_061_312, 4_338_061_312, 9, nil])
        #expect(frames[0].file == "Cart.swift")
        #expect(frames[0].line == 12)
        #expect(frames.map(\.isInlined) == [true, false, false, false])
        #expect(report.registers.map(\.name) == ["x0", "x1", "lr", "pc"])
        #expect(report.registers.first?.value == 18_446_744_073_709_551_569)
    }

    @Test func images() throws {
        let report = try #require(Self.report)
        #expect(report.images.map(\.name) == ["Demo", "libsystem_kernel.dylib", ""])
        #expect(report.images.map(\.buildID) == ["11ce3f5762643e8d8a8986894d83b974", "8d8301292cbe32a9b61ece493eecb399", ""])
        #expect(report.images[0].version == "1.0.0")
    }

    @Test func translatedTextSaysTheSame() throws {
        let (json, text) = (try #require(Self.report), try CrashReport.reading(CrashSamples.xcode))
        #expect(json.device == text.device)
        #expect(json.time == text.time)
        #expect(json.exception == text.exception)
        #expect(json.images[0].buildID == text.images[0].buildID)
    }

    @Test func onlyTheSecondObject() throws {
        let body = CrashSamples.ips.drop { $0 != "\n" }
        #expect(try CrashReport.reading(String(body)).threads.count == 2)
        #expect(try CrashReport.reading("{\"threads\":[{\"frames\":[]}],\"faultingThread\":0}").crashedThread?.number == 0)
    }

    @Test func whatIsBrokenIsNamed() {
        #expect(throws: CrashReadError.malformed(.ips, part: "head")) { try CrashReport.reading("{\"app_name\"") }
        let cut = CrashSamples.ips.replacing("\"usedImages\" : [", with: "\"usedImages\" : [,")
        #expect(throws: CrashReadError.malformed(.ips, part: "usedImages")) { try CrashReport.reading(cut) }
        #expect(throws: CrashReadError.noCrash(.ips)) { try CrashReport.reading("{\"bug_type\":\"298\"}\n{\"processes\":[]}") }
        let deep = "{\"threads\":" + String(repeating: "[", count: 1000)
        #expect(throws: CrashReadError.malformed(.ips, part: "threads")) { try CrashReport.reading(deep) }
    }

    @Test func membersOfOtherKindsDoNotMatter() throws {
        let odd =
            "{\"threads\":[1,null,{\"frames\":{},\"triggered\":3,\"name\":[{}]},{\"frames\":[7,{\"imageIndex\":-1,\"imageOffset\":1e300,"
            + "\"symbol\":null,\"symbolLocation\":99999999999999999999}]}],\"exception\":[],\"usedImages\":\"no\",\"asi\":{\"a\":3}}"
        let report = try CrashReport.reading(odd)
        #expect(report.threads.count == 4)
        #expect(report.threads[3].frames.count == 2)
        #expect(report.threads[3].frames[1].offset == nil)
        #expect(report.threads[3].frames[1].image == nil)
    }
}

struct JSONReaderTests {
    @Test(arguments: [
        ("\"a\\u00e9\\\"\\/\\n\"", "aé\"/\n"), ("\"\\ud83d\\ude00\"", "😀"), ("\"\\ud83d\"", "\u{FFFD}"), ("\"\\u12\"", "\u{FFFD}12"),
        ("\"\\ud83dx\"", "\u{FFFD}x"),
    ]) func strings(_ json: String, _ text: String) throws {
        var reader = JSONReader(Array(json.utf8))
        let content = try #require(try reader.string())
        #expect(reader.text(content) == text)
    }

    @Test(
        arguments: [("0", 0), ("18446744073709551615", .max), ("-1", .max), ("18446744073709551616", nil), ("1.5", nil), ("\"1\"", nil)]
            as [(String, UInt64?)]
    )
    func numbers(_ json: String, _ number: UInt64?) throws {
        var reader = JSONReader(Array(json.utf8))
        let (read, isAtEnd) = (try reader.unsigned(), reader.isAtEnd())
        #expect(read == number)
        #expect(isAtEnd)
    }

    @Test func membersInOrder() throws {
        var reader = JSONReader(Array(" { \"a\" : [ 1 , {} , [] ] , \"b\" : true , \"c\" : null } ".utf8))
        var (names, items): ([String], Int) = ([], 0)
        guard try reader.beginObject() else { return }
        while let name = try reader.name() {
            names.append(name)
            guard try name == "a" && reader.beginArray() else {
                if name != "a" { try reader.skip() }
                continue
            }
            while try reader.item() {
                try reader.skip()
                items += 1
            }
        }
        let isAtEnd = reader.isAtEnd()
        #expect(names == ["a", "b", "c"])
        #expect(items == 3)
        #expect(isAtEnd)
    }

    @Test(arguments: ["", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\" 1}", "{,}", "{\"a\":1 \"b\":2}", "[", "\"", "\"\\", "}"])
    func broken(_ json: String) {
        #expect(throws: JSONReader.Malformed.self) {
            var reader = JSONReader(Array(json.utf8))
            guard try reader.beginObject() else { throw JSONReader.Malformed(place: 0) }
            while try reader.name() != nil { try reader.skip() }
        }
    }
}
