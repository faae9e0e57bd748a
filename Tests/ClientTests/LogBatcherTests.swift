import Testing

@testable import MainSiteClient

@Suite struct LogBatcherTests {
    @Test func aBatchHoldsAHundredLines() {
        #expect(batches(Array(repeating: "line", count: 250)).map(\.lines) == [100, 100, 50])
    }

    @Test func aBatchHoldsTenKilobytes() {
        let batches = batches(Array(repeating: String(repeating: "x", count: 999), count: 25))
        #expect(batches.map(\.lines) == [10, 10, 5])
        #expect(batches.allSatisfy { $0.body.count <= 10 * 1024 })
    }

    @Test func aLineAboveTheLimitIsABatchOfItsOwn() {
        let crash = String(repeating: "c", count: 20_000)
        let batches = batches(["a", crash, "b"])
        #expect(batches.map { String(decoding: $0.body, as: UTF8.self) } == ["a", crash, "b"])
    }

    @Test func linesKeepTheirOrderAndAreSeparatedByLineFeeds() {
        let batches = batches(["a", "b", "c"], limits: .init(lines: 2))
        #expect(batches.map { String(decoding: $0.body, as: UTF8.self) } == ["a\nb", "c"])
    }

    @Test func namedByContentsTheSameLinesHaveTheSameName() {
        let once = batches(["a", "b"], naming: .contents)
        #expect(once == batches(["a", "b"], naming: .contents))
        #expect(once[0].id != batches(["a", "c"], naming: .contents)[0].id)
        #expect(batches(["a"])[0].id != batches(["a"])[0].id)
    }

    private func batches(_ lines: [String], limits: LogBatcher.Limits = .init(), naming: LogBatchNaming = .random) -> [LogBatch] {
        var batcher = LogBatcher(limits: limits, naming: naming)
        var batches = lines.compactMap { batcher.add($0.utf8) }
        if let last = batcher.finish() { batches.append(last) }
        return batches
    }
}
