import Foundation
import Testing

@testable import MainSiteClient

@Suite final class OfflineQueueTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "queue-\(UUID().uuidString)")
    private var url: URL { directory.appending(path: "uploads") }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func firstInFirstOut() throws {
        let queue = try OfflineQueue(url)
        try add(["a", "b", "c"], to: queue)
        #expect(try contents(queue) == ["a", "b", "c"])
        #expect(queue.count == 0 && queue.bytes == 0)
    }

    @Test func whatWaitsIsThereAfterTheEndOfTheProcess() throws {
        do {
            let queue = try OfflineQueue(url)
            try add(["a", "b", "c"], to: queue)
            try queue.remove(upTo: try #require(try queue.oldest()).number)
        }
        do {
            let queue = try OfflineQueue(url)
            #expect(queue.count == 2)
            try add(["d"], to: queue)
        }
        #expect(try contents(OfflineQueue(url)) == ["b", "c", "d"])
        #expect(try contents(OfflineQueue(url)) == [])
    }

    @Test func theOldestGoesWhenThereAreTooManyAndIsCounted() throws {
        do {
            let queue = try OfflineQueue(url, limits: OfflineLimits(items: 3))
            try add((1...5).map(String.init), to: queue)
            #expect(queue.dropped == 2 && queue.count == 3)
        }
        let queue = try OfflineQueue(url, limits: OfflineLimits(items: 3))
        #expect(queue.dropped == 2)
        #expect(try contents(queue) == ["3", "4", "5"])
    }

    @Test func theOldestGoesWhenThereIsTooMuch() throws {
        let queue = try OfflineQueue(url, limits: OfflineLimits(bytes: 1000))
        for size in [400, 300, 100] { try queue.append(Data(count: size)) }
        #expect(queue.dropped == 0)
        try queue.append(Data(count: 600))
        #expect(queue.dropped == 2 && queue.bytes <= 1000)
        #expect(try queue.oldest()?.payload.count == 100)
    }

    @Test func anItemLargerThanTheQueueIsRefusedAndCostsNothing() throws {
        let queue = try OfflineQueue(url, limits: OfflineLimits(bytes: 1000))
        try add(["a"], to: queue)
        #expect(throws: OfflineError.tooLarge) { try queue.append(Data(count: 1000)) }
        #expect(queue.count == 1 && queue.dropped == 0)
    }

    @Test func removingWhatIsGoneDoesNothing() throws {
        let queue = try OfflineQueue(url, limits: OfflineLimits(items: 1))
        try add(["a"], to: queue)
        let first = try #require(try queue.oldest())
        try add(["b"], to: queue)
        try queue.remove(upTo: first.number)
        #expect(try contents(queue) == ["b"])
    }

    // MARK: crashes

    /// A process that ends in the middle of a write leaves any part of it: every cut is tried.
    @Test func aTornTailIsCutWhereverItIsTorn() throws {
        do { try add(["one", "two"], to: try OfflineQueue(url)) }
        let whole = try Data(contentsOf: url)
        let ends = try recordEnds(whole)
        for length in 0...whole.count {
            try whole.prefix(length).write(to: url)
            let expected = Array(["one", "two"].prefix(ends.filter { $0 <= length }.count))
            do {
                let queue = try OfflineQueue(url)
                #expect(queue.count == expected.count, "cut at \(length)")
                try add(["new"], to: queue)
            }
            #expect(try contents(OfflineQueue(url)) == expected + ["new"], "cut at \(length)")
        }
    }

    @Test func aDamagedByteIsNeverReadAsAnItem() throws {
        do { try add(["one", "two", "three"], to: try OfflineQueue(url)) }
        let whole = try Data(contentsOf: url)
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 0x40
            try damaged.write(to: url)
            let found = try contents(OfflineQueue(url))
            #expect(["one", "two", "three"].starts(with: found) && found.count < 3, "byte \(place)")
        }
    }

    @Test func anItemDamagedWhileTheQueueIsOpenIsPassedOver() throws {
        let queue = try OfflineQueue(url)
        try add(["one", "two"], to: queue)
        let handle = try FileHandle(forUpdating: url)
        try handle.seek(toOffset: UInt64(try recordEnds(Data(contentsOf: url))[0] - 1))
        try handle.write(contentsOf: Data([0]))
        #expect(try contents(queue) == ["two"])
        #expect(queue.dropped == 1)
    }

    @Test func aLengthThatReachesBeyondTheFileIsNotBelieved() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try (OfflineFile.magic + Data(repeating: 0xFF, count: 200)).write(to: url)
        let queue = try OfflineQueue(url)
        #expect(queue.count == 0)
        try add(["a"], to: queue)
        #expect(try contents(queue) == ["a"])
    }

    // MARK: the file

    @Test func theFileDoesNotGrowWithWhatWasDelivered() throws {
        let queue = try OfflineQueue(url)
        try add(["stays"], to: queue)
        for number in 0..<300 {
            try queue.append(Data(repeating: UInt8(number % 256), count: 4096))
            try queue.remove(upTo: try #require(try queue.oldest()).number)
        }
        let size = try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
        #expect(size < OfflineQueue.leastWaste + 3 * 4200)
        #expect(queue.count == 1)
    }

    @Test func whatIsWrittenAnewIsTheSame() throws {
        let limits = OfflineLimits(items: 3)
        do {
            let queue = try OfflineQueue(url, limits: limits)
            for number in 0..<300 { try queue.append(Data("\(number) ".utf8) + Data(count: 1000)) }
            #expect(queue.dropped == 297)
        }
        let queue = try OfflineQueue(url, limits: limits)
        #expect(queue.dropped == 297)
        #expect(try contents(queue).map { String($0.prefix(while: { $0 != " " })) } == ["297", "298", "299"])
    }

    @Test func aSecondWriterIsKeptOut() throws {
        let queue = try OfflineQueue(url)
        #expect(throws: OfflineError.inUse(url.path + ".lock")) { try OfflineQueue(self.url) }
        try add(["a"], to: queue)
        #expect(queue.count == 1)
    }

    @Test func aFileOfAnotherKindIsBegunAnew() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("MSQUEUE9 something else".utf8).write(to: url)
        let queue = try OfflineQueue(url)
        try add(["a"], to: queue)
        #expect(try contents(queue) == ["a"])
    }

    @Test func othersMayNotReadIt() throws {
        _ = try OfflineQueue(url)
        #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int == 0o600)
    }

    @Test func aPlaceThatCannotBeMadeIsSaid() throws {
        #expect {
            try OfflineQueue(URL(filePath: "/proc/nowhere/uploads"))
        } throws: { error in
            if case .disk = error as? OfflineError { true } else { false }
        }
    }

    private func add(_ texts: [String], to queue: OfflineQueue) throws {
        for text in texts { try queue.append(Data(text.utf8)) }
    }

    /// Takes everything out.
    private func contents(_ queue: OfflineQueue) throws -> [String] {
        var found: [String] = []
        while let item = try queue.oldest() {
            found.append(String(decoding: item.payload, as: UTF8.self))
            try queue.remove(upTo: item.number)
        }
        return found
    }

    private func recordEnds(_ whole: Data) throws -> [Int] {
        var ends: [Int] = []
        var end = OfflineFile.magic.count
        while let record = OfflineRecord.read(whole.dropFirst(end)) {
            end += record.size
            ends.append(end)
        }
        return ends
    }
}
