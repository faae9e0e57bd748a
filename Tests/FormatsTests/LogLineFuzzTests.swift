import Formats
import Testing

/// The reader sees what anybody on the network sends. `script/fuzz` runs the same checks for longer and with the address sanitizer.
@Suite struct LogLineFuzzTests {
    @Test func damagedLinesNeverTrapAndAreAllVisited() throws {
        var generator = SeededGenerator(seed: 20_261_121)
        let good = Array(samples.joined(separator: "\r\n").utf8)
        for _ in 0..<3000 {
            try check(generator.damage(good))
        }
    }

    @Test func randomBytesNeverTrapAndAreAllVisited() throws {
        var generator = SeededGenerator(seed: 4711)
        for size in 0..<1000 {
            try check(generator.bytes(size))
        }
    }

    private let samples = [
        LogLineSamples.behaviour(), LogLineSamples.performance([12: "rpc", 14: "op=a^req=1^code=1000"]), LogLineSamples.crash(),
        "0_ 12_1795228800.4_\(LogLineSamples.behaviour())$$",
    ]

    private func check(_ body: [UInt8]) throws {
        let expected = body.split(separator: 0x0A).filter { $0 != [0x0D] }.count
        var visited = 0
        try LogLineReader(body).forEachLine { result, line in
            visited += 1
            askEverything(line)
            if case .success(let kind) = result { #expect(kind == line.kind) }
        }
        #expect(visited == expected)
    }

    private func askEverything(_ line: borrowing LogLine) {
        for field in LogField.allCases { _ = line.string(field) }
        _ = line.time
        _ = line.milliseconds
        _ = line.isFirstStart
        _ = line.isForeground
        _ = line.extra("op")
        _ = line.extras()
        _ = line.bytes(limit: 4096)
        _ = CrashSummary(line.decodedBytes(.crashText))
    }
}
