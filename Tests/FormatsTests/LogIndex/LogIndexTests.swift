import Testing

@testable import Formats

@Suite struct LogIndexTests {
    @Test func aTermLeadsToTheUploadsThatHaveIt() throws {
        let index = try LogIndexSample((0..<200).map { [LogIndexSample.line(device: "device\($0)", session: "s\($0 / 10)", event: "open")] })
        #expect(try index.uploads(.device, "device77") == [77])
        #expect(try index.uploads(.session, "s3") == Array(30..<40))
        #expect(try index.uploads(.event, "open") == Array(0..<200))
        #expect(try index.uploads(.device, "nobody").isEmpty)
        #expect(try index.terms.uploads(with: [LogIndexTerm(.session, "s3"), LogIndexTerm(.device, "device35")]).numbers == [35])
        #expect(try index.terms.uploads(with: [LogIndexTerm(.session, "s3"), LogIndexTerm(.device, "device45")]).isEmpty)
        #expect(try index.terms.uploads(with: []).count == 200)
    }

    @Test func headersSpeakForLinesThatSayNothingAndForTheUpload() throws {
        let upload = LogIndexSample.upload(0, version: "9.0", device: "header", user: "u,1")
        let named = LogIndexSample.line(device: "own", session: "s", event: "e")
        let silent = LogLineSamples.behaviour([3: "-", 7: "-", 25: "-"])
        var builder = LogIndexBuilder()
        builder.add(upload, Array(named.utf8))
        builder.add(upload, Array("\(named)\n\(silent)".utf8))
        builder.add(LogIndexSample.upload(1, version: "9.0", device: "header", isReport: true), Array("SIGSEGV".utf8))
        let index = try LogIndexSample(builder)
        #expect(try index.uploads(.device, "header") == [0, 1, 2])
        #expect(try index.uploads(.device, "own") == [0, 1])
        #expect(try index.uploads(.user, "u,1") == [0, 1])
        #expect(try index.uploads(.version, "9.0") == [0, 1, 2])
    }

    @Test func aValueIsFoundAsItIsMeantNotAsItIsWritten() throws {
        let index = try LogIndexSample([[LogLineSamples.behaviour([7: "a%2Cb"])], [LogLineSamples.behaviour([7: "a%2cb"])]])
        #expect(try index.uploads(.user, "a,b") == [0, 1])
    }

    @Test func everyKindHasItsEvent() throws {
        let index = try LogIndexSample([[LogLineSamples.behaviour()], [LogLineSamples.performance()], [LogLineSamples.crash()]])
        #expect(try index.uploads(.event, "reportActive") == [0])
        #expect(try index.uploads(.event, "time_startup") == [1])
        #expect(try index.uploads(.event, "MonitorPoint_Crash") == [2])
        #expect(index.entries.map(\.kinds) == [LogIndexKinds(.behaviour), LogIndexKinds(.performance), LogIndexKinds(.crash)])
    }

    @Test func aTextIsFoundWhereverItIsAndInWhateverCase() throws {
        let words = ["Checkout", "Cart", "Payment", "登录"]
        let index = try LogIndexSample((0..<120).map { [LogLineSamples.behaviour([10: words[$0 % 4], 22: "order=\($0)"])] })
        #expect(try index.uploads(text: "checkOUT") == Array(stride(from: 0, to: 120, by: 4)))
        #expect(try index.uploads(text: "登录") == Array(stride(from: 3, to: 120, by: 4)))
        #expect(try index.uploads(text: "order=119") == [119])
        #expect(try index.uploads(text: "absent").isEmpty)
        #expect(try index.uploads(text: "ab").count == 120)
    }

    @Test func entriesSayWhenAndWhat() throws {
        var builder = LogIndexBuilder()
        let uploads = [
            LogIndexUpload(receivedAt: 1_795_228_860_123, batchID: "a", times: 1_795_228_800_499...1_795_228_801_001, mark: 2),
            LogIndexUpload(receivedAt: 1_795_228_860_000, batchID: "b", times: 1_792_000_000_000...1_795_229_000_000, isReport: true),
        ]
        for upload in uploads { builder.add(upload, []) }
        let entries = try LogIndexSample(builder).entries
        #expect(entries.map(\.receivedAt) == uploads.map(\.receivedAt))
        #expect(entries.map(\.batch) == ["a", "b"].map(LogIndexTerm.batch))
        #expect(zip(entries, uploads).allSatisfy { $0.times.lowerBound <= $1.times.lowerBound && $0.times.upperBound >= $1.times.upperBound })
        #expect(entries[0].times.upperBound - entries[0].times.lowerBound <= 2_502)
        #expect(entries.map(\.mark) == [2, 0])
        #expect(entries.map(\.isReport) == [false, true])
    }

    @Test func whatIsTooMuchForAnIndexCanHoldAnything() throws {
        var (builder, generator) = (LogIndexBuilder(), SeededGenerator(seed: 5))
        builder.add(LogIndexSample.upload(0), Array(LogLineSamples.behaviour().utf8))
        builder.add(LogIndexSample.upload(1, isReport: true), generator.bytes(100_000))
        builder.addUnreadable(LogIndexSample.upload(2))
        let index = try LogIndexSample(builder)
        #expect(try index.uploads(text: "absent") == [1, 2])
        #expect(try index.uploads(.device, "nobody") == [2])
        #expect(index.entries[2].kinds.isSuperset(of: LogIndexKinds(.performance)))
    }

    /// The one promise of an index: whoever holds what is looked for is among those it names.
    @Test func nobodyIsLeftOut() throws {
        var generator = SeededGenerator(seed: 11)
        let bodies = (0..<300).map { _ in
            (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                LogIndexSample.line(device: word("d", &generator), session: word("s", &generator), event: word("e", &generator))
            }
        }
        let index = try LogIndexSample(bodies)
        for _ in 0..<300 {
            let (device, text) = (word("d", &generator), word("s", &generator))
            let wanted = bodies.indices.filter { bodies[$0].contains { $0.contains(",\(device),") } }
            #expect(try index.uploads(.device, device) == wanted)
            let holding = bodies.indices.filter { bodies[$0].contains { $0.contains(text) } }
            #expect(Set(try index.uploads(text: text)).isSuperset(of: holding))
        }
    }

    @Test func twoFilesOfTheSameAreNotTheSameFile() {
        var builder = LogIndexBuilder()
        builder.add(LogIndexSample.upload(0), [])
        let files = [1, 2].map { builder.finished(salt: [UInt8](repeating: $0, count: 16)) }
        #expect(files[0] != files[1])
        #expect(files[0].count == files[1].count)
    }

    private func word(_ kind: String, _ generator: inout SeededGenerator) -> String {
        "\(kind)\(Int.random(in: 0..<400, using: &generator))"
    }
}
