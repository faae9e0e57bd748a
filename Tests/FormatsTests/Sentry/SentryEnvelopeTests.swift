import Testing

@testable import Formats

@Suite struct SentryEnvelopeTests {
    private func envelope(_ text: String) throws -> SentryEnvelope {
        try SentryEnvelope(Array(text.utf8))
    }

    private func payloads(_ text: String) throws -> [String] {
        let bytes = Array(text.utf8)
        return try SentryEnvelope(bytes).items.map { String(decoding: bytes[$0.payload], as: UTF8.self) }
    }

    @Test func itemsAreOfALengthOrALine() throws {
        let text = """
            {"event_id":"9ec79c33-ec99-42ab-8353-589fcb2e04dc","dsn":"https://key@example.com/42"}
            {"type":"attachment","length":10,"content_type":"text/plain","filename":"hello.txt"}
            \u{FEFF}Hello\r

            {"type":"event","filename":"x"}
            {"message":"hello"}

            {"type":"session","length":2}
            {}
            """
        let found = try envelope(text)
        #expect(found.eventID == "9ec79c33ec9942ab8353589fcb2e04dc" && found.dsn == "https://key@example.com/42")
        #expect(found.items.map(\.type) == ["attachment", "event", "session"] && found.items[0].fileName == "hello.txt")
        #expect(try payloads(text) == ["\u{FEFF}Hello\r\n", #"{"message":"hello"}"#, "{}"])
    }

    @Test func headsMayBeEmptyAndPayloadsToo() throws {
        #expect(try envelope("{}").items.isEmpty && envelope("{}\n").items.isEmpty)
        #expect(try payloads("{}\n{\"type\":\"a\",\"length\":0}\n\n{\"type\":\"b\"}\n") == ["", ""])
        #expect(try envelope("{\"event_id\":\"no\"}").eventID == nil)
    }

    @Test func whatIsNoEnvelopeSaysWhere() {
        #expect(throws: SentryEnvelope.Fault.head(item: 0)) { try envelope("") }
        #expect(throws: SentryEnvelope.Fault.head(item: 0)) { try envelope("[]\n") }
        #expect(throws: SentryEnvelope.Fault.head(item: 0)) { try envelope("{} x\n") }
        #expect(throws: SentryEnvelope.Fault.head(item: 1)) { try envelope("{}\nnonsense\n") }
        #expect(throws: SentryEnvelope.Fault.type(item: 1)) { try envelope("{}\n{\"length\":1}\nx") }
        #expect(throws: SentryEnvelope.Fault.length(item: 1)) { try envelope("{}\n{\"type\":\"a\",\"length\":9}\nx") }
        #expect(throws: SentryEnvelope.Fault.length(item: 1)) { try envelope("{}\n{\"type\":\"a\",\"length\":-1}\nx") }
        #expect(throws: SentryEnvelope.Fault.length(item: 1)) { try envelope("{}\n{\"type\":\"a\",\"length\":1}\nxy") }
        let many = "{}\n" + String(repeating: "{\"type\":\"a\"}\nx\n", count: 1_001)
        #expect(throws: SentryEnvelope.Fault.tooMany) { try envelope(many) }
        #expect(throws: SentryEnvelope.Fault.head(item: 0)) { try envelope(#"{"a":""# + String(repeating: "x", count: 70_000) + "\"}") }
    }

    // MARK: what is in them

    @Test func sessionsAreCountedAtBeginningAndEnd() throws {
        func session(_ text: String) throws -> SentrySession { try #require(SentrySession.one(Array(text.utf8)[...])) }
        let begun = try session(
            #"{"sid":"s1","did":"d1","init":true,"started":"2026-11-21T02:40:00Z","timestamp":"2026-11-21T02:40:01Z","status":"ok","attrs":{"release":"a@1.0"}}"#
        )
        #expect(begun.id == "s1" && begun.device == "d1" && begun.release == "a@1.0" && begun.started == 1_795_228_800_000)
        #expect(begun.counts.begun == 1 && begun.counts.ended == 0)
        let crashed = try session(#"{"sid":"s1","status":"crashed","errors":1,"init":false}"#)
        #expect(crashed.counts.begun == 0 && crashed.counts.ended == 1 && crashed.counts.crashed == 1 && crashed.counts.errored == 0)
        let exited = try session(#"{"sid":"s1","status":"exited","errors":2}"#)
        #expect(exited.counts.ended == 1 && exited.counts.errored == 1 && exited.counts.crashed == 0)
        #expect(try session(#"{"sid":"s1","status":"ok","errors":2}"#).counts.isEmpty && SentrySession.one(Array("[]".utf8)[...]) == nil)
    }

    @Test func sumsAreOfServers() throws {
        let text = """
            {"aggregates":[{"started":"2026-11-21T02:40:00Z","exited":10,"errored":2,"crashed":1},{"started":"2026-11-21T02:41:00Z","abnormal":99999999999},7],
             "attrs":{"release":"web@1","environment":"prod"}}
            """
        let sums = try #require(SentrySession.sums(Array(text.utf8)[...]))
        #expect(sums.count == 2 && sums[0].counts.begun == 13 && sums[0].counts.errored == 2 && sums[0].environment == "prod")
        #expect(sums[1].counts.abnormal == SentrySession.mostCounted)
    }

    @Test func clientReportsSayWhatWasLost() throws {
        let text = #"{"timestamp":1,"discarded_events":[{"reason":"ratelimit_backoff","category":"error","quantity":3},{"quantity":-1}]}"#
        let report = try #require(SentryClientReport(Array(text.utf8)[...]))
        #expect(report.lost == [.init(reason: "ratelimit_backoff", category: "error", quantity: 3)])
    }

    @Test func headsOfEventsTellWhoItWas() throws {
        let head = try #require(SentryEventHead(Array(CrashSentryTests.java.utf8)))
        #expect(head.id == "00000000000040008000000000000001" && head.device == "device1" && head.installation == "device1" && head.namedUser == "")
        let cocoa = try #require(SentryEventHead(Array(CrashSentryTests.cocoa.utf8)))
        #expect(cocoa.installation == "5C32DF84-31A0-43E7-87D0-239F7F594940" && cocoa.namedUser == "")
        let python = try #require(SentryEventHead(Array(CrashSentryTests.python.utf8)))
        #expect(python.installation == "" && python.namedUser == "7" && python.release == "shop@1.2.0+34")
        #expect(SentryEventHead(Array("{".utf8)) == nil && SentryEventHead([]) == nil && SentryEventHead(Array("{}x".utf8)) == nil)
    }

    @Test func timesAreSecondsOrText() {
        #expect(SentryTime.milliseconds("2026-11-21T02:40:00.123456Z") == 1_795_228_800_123)
        #expect(SentryTime.milliseconds("2026-11-21T10:40:00+08:00") == 1_795_228_800_000)
        #expect(SentryTime.milliseconds("2026-11-21 02:40:00.5") == 1_795_228_800_500)
        #expect(SentryTime.milliseconds("1795228800.25") == 1_795_228_800_250)
        for wrong in ["", "now", "2026-13-21T02:40:00Z", "1e300", "-1", "nan", "inf", "2026-11-21T02:40:00 Paris"] {
            #expect(SentryTime.milliseconds(wrong) == nil)
        }
    }

    @Test func brotliIsUnpackedWithinItsLimit() throws {
        try #require(Brotli.isAvailable)
        // `printf 'hello hello hello hello' | brotli -c`
        let packed: [UInt8] = [0x0B, 0x02, 0x80, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x03]
        #expect(try Brotli.decompress(packed, limit: 5) == Array("hello".utf8))
        #expect(throws: Brotli.Fault.tooLarge) { try Brotli.decompress(packed, limit: 4) }
        #expect(throws: Brotli.Fault.corrupt) { try Brotli.decompress(Array(packed.dropLast()), limit: 5) }
        #expect(throws: Brotli.Fault.corrupt) { try Brotli.decompress(packed + [0], limit: 5) }
        #expect(throws: Brotli.Fault.corrupt) { try Brotli.decompress([], limit: 5) }
    }
}

extension SentryEnvelopeTests {
    @Test func theOnlyEventIsFound() {
        func event(_ text: String) -> String? { SentryEnvelope.onlyEvent(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } }
        let (head, item) = (#"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"}"#, #"{"type":"event"}"#)
        let body = #"{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","level":"error"}"#
        #expect(event("\(head)\n\(item)\n\(body)\n{\"type\":\"session\"}\n{}\n") == body)
        #expect(event("\(head)\n\(item)\n\(body)\n\(item)\n\(body)\n") == nil)
        #expect(event("\(head)\n\(item)\n{\"a\":1}\n") == nil)
        #expect(event(body) == nil)
        #expect(event("{\"app_name\":\"Demo\"}\n{\"threads\":[]}") == nil)
    }
}
