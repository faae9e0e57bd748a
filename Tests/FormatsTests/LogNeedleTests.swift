import Testing

@testable import Formats

@Suite struct LogNeedleTests {
    @Test(arguments: [
        ("a", "xAy", [1..<2]), ("ab", "abABab", [0..<2, 2..<4, 4..<6]), ("aa", "aaaaa", [0..<2, 2..<4]), ("é", "É é", [3..<5]), ("abc", "ab", []),
    ])
    func itIsFoundInWhateverCase(needle: String, text: String, places: [Range<Int>]) {
        #expect(LogNeedle(needle).places(in: Array(text.utf8)) == places)
        #expect(LogNeedle(needle).isIn(Array(text.utf8)) == !places.isEmpty)
    }

    @Test func nothingIsInEverythingAndNowhere() {
        #expect(LogNeedle("").isIn([]))
        #expect(LogNeedle("").places(in: [1]).isEmpty)
        #expect(!LogNeedle("a").isIn([]))
    }

    @Test func itIsFoundWhereASlowSearchFindsIt() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...60, using: &generator)).map { _ in "abAB".utf8.randomElement(using: &generator) ?? 0 }
            let part = (0..<Int.random(in: 1...5, using: &generator)).map { _ in "abAB".utf8.randomElement(using: &generator) ?? 0 }
            let (folded, wanted) = (text.map { $0 | 0x20 }, part.map { $0 | 0x20 })
            let slow = folded.indices.contains { folded[$0...].starts(with: wanted) }
            #expect(LogNeedle(String(decoding: part, as: UTF8.self)).isIn(text) == slow)
        }
    }

    @Test func aLineSaysAValueHoweverItIsWritten() throws {
        for (field, isIt) in [("a%2Cb", true), ("a%2cb", true), ("a,b", false), ("a%2C", false)] {
            let line = LogLineSamples.behaviour([7: field])
            #expect(try LogLineSamples.ask(line) { line in line.slice(.user).map { line.says($0, Array("a,b".utf8)) } } == isIt)
        }
        #expect(try LogLineSamples.ask(LogLineSamples.behaviour()) { $0.holds(LogNeedle("REPORTACTIVE")) } == true)
    }
}
