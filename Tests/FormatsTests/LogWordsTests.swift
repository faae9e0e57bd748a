import Formats
import Testing

@Suite struct LogWordsTests {
    @Test func equalValuesAreOneWord() throws {
        #expect(try words(.text(limit: 64), ["a", "b", "a", "b", "c"]).numbers == [1, 2, 1, 2, 3])
    }

    @Test func unknownAndNotAllowedValuesAreTheFallback() throws {
        let long = String(repeating: "9", count: 65)
        let found = try words(.text(limit: 64), ["-", long, "", "a\u{1}b", "1.0", "2.0"], fallback: "1.0")
        #expect(found.numbers == [0, 0, 0, 0, 0, 1])
        #expect(found.texts == ["1.0", "1.0", "1.0", "1.0", "1.0", "2.0"])
    }

    @Test func aFallbackThatIsNotAllowedIsDropped() throws {
        #expect(try words(.device, ["-"], fallback: "no spaces").texts == [""])
        #expect(try words(.device, ["-"], fallback: "-").texts == [""])
    }

    @Test func oneTextWrittenTwoWaysIsOneWord() throws {
        let found = try words(.text(limit: 64), ["x%2Cy", "x%2cy", "%25", "%", "x%2Cy"])
        #expect(found.numbers == [1, 1, 2, 2, 1])
        #expect(try words(.text(limit: 64), ["x%2cy"], fallback: "x,y").numbers == [0])
    }

    @Test func deviceIdsHaveTheirAlphabet() throws {
        let good = ["abc", "A_Z+0/9=.:-", String(repeating: "d", count: 64)]
        let bad = ["a b", "a%2Cb", "\u{8BBE}", "a@b", String(repeating: "d", count: 65)]
        #expect(try words(.device, good + bad).numbers == [1, 2, 3, 0, 0, 0, 0, 0])
    }

    @Test func everyOtherASCIICodeIsNoDeviceId() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=.:-"
        let allowed = (0..<128 as Range<UInt8>).filter { LogWords.Rule.device.allows("x" + String(UnicodeScalar($0))) }
        #expect(allowed == alphabet.utf8.sorted())
    }

    @Test func manyWordsKeepTheirNumbers() throws {
        let values = (0..<3000).map { "device\($0)" }
        #expect(try words(.device, values + values.reversed()).texts == values + values.reversed())
    }

    private func words(_ rule: LogWords.Rule, _ values: [String], fallback: String? = nil) throws -> (numbers: [Int], texts: [String]) {
        var words = LogWords(rule, fallback: fallback)
        var numbers: [Int] = []
        let body = values.map { LogLineSamples.behaviour([3: $0]) }.joined(separator: "\n")
        try LogLineReader(Array(body.utf8)).forEachLine { _, line in numbers.append(words.word(line.slice(.version), in: line)) }
        return (numbers, numbers.map { words[$0] })
    }
}
