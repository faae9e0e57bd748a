import Testing

@testable import Formats

/// Files that are not what they should be: read or refused, never more than that.
@Suite struct LogIndexDamageTests {
    @Test func anotherFileIsRefused() throws {
        #expect(throws: FormatError.malformed) { try LogIndexHead([]) }
        #expect(throws: FormatError.malformed) { try LogIndexHead([UInt8](repeating: 0, count: 64)) }
        let file = try sample().file
        #expect(throws: FormatError.malformed) { try LogIndexHead(Array(file.prefix(63))) }
        #expect(throws: FormatError.malformed) { try LogIndexHead(changed(file, at: 8, to: 2)) }
        #expect(throws: FormatError.malformed) { try LogIndexHead(changed(file, at: 12, to: 0)) }
        #expect(throws: FormatError.malformed) { try LogIndexHead(changed(file, at: 27, to: 0x7F)) }
        #expect(throws: FormatError.tooLarge) { try LogIndexHead(changed(file, at: 19, to: 0xFF)) }
    }

    @Test func partsOfAnotherSizeAreRefused() throws {
        let sample = try sample()
        #expect(throws: FormatError.malformed) { try LogIndexTerms(sample.head, []) }
        #expect(throws: FormatError.malformed) { try LogIndexEntry.all(in: [1], sample.head) }
        #expect(throws: FormatError.malformed) { try LogIndexDirectory(sample.head, [1]) }
    }

    @Test func damagedBytesAreReadOrRefused() throws {
        let file = try sample().file
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            guard let damaged = try? LogIndexSample(file: generator.damage(file)) else { continue }
            _ = try? damaged.uploads(.device, "device3")
            _ = try? damaged.uploads(.session, "s")
            _ = try? damaged.uploads(text: "reportactive")
        }
    }

    @Test func setsThatNameWhatThereIsNotAreRefused() {
        let broken: [(LogIndexSet.Kind, [UInt8])] = [
            (.one, [10, 0]), (.one, [0]), (.bits, [0, 4]), (.bits, [0]), (.gaps, [1, 10]), (.gaps, [2, 9, 0]), (.gaps, [5, 1]), (.gaps, []),
            (.gaps, [4, 0x80, 0x80, 0x80, 0]),
        ]
        for (kind, bytes) in broken {
            #expect(throws: FormatError.malformed) {
                var rest = bytes[...]
                _ = try LogIndexSet(kind, &rest, room: 10)
            }
        }
    }

    @Test(arguments: [1, 2, 63, 64, 65, 1_000, 4_096])
    func setsComeBackAsTheyWere(room: Int) throws {
        var generator = SeededGenerator(seed: 9)
        for share in [1, 2, 3, 10, 200, 5_000] {
            var numbers = (0..<room).filter { _ in Int.random(in: 0..<share, using: &generator) == 0 }
            if numbers.isEmpty { numbers = [room - 1] }
            let (kind, bytes) = LogIndexSet.packed(numbers.map { UInt16($0) }[...], room: room)
            var (rest, skipped) = (bytes[...] + [7], bytes[...] + [7])
            let set = try LogIndexSet(kind, &rest, room: room)
            try LogIndexSet.skip(kind, &skipped, room: room)
            #expect(set.numbers == numbers)
            #expect(set.count == numbers.count)
            #expect(Array(rest) == [7])
            #expect(Array(skipped) == [7])
            #expect(bytes.count <= (room + 7) / 8 + 2)
        }
    }

    private func sample() throws -> LogIndexSample {
        try LogIndexSample((0..<40).map { [LogIndexSample.line(device: "device\($0)", session: "s", event: "e\($0 % 3)")] })
    }

    private func changed(_ file: [UInt8], at place: Int, to byte: UInt8) -> [UInt8] {
        var bytes = Array(file.prefix(64))
        bytes[place] = byte
        return bytes
    }
}
