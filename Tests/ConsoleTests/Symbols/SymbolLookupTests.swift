import Formats
import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

/// Names of addresses, by a real `llvm-symbolizer` where there is one.
struct SymbolLookupTests {
    private static let hasSymbolizer = SymbolizerPath.find("llvm-symbolizer") != nil
    private static let buildID = "0102030405060708090a0b0c0d0e0f1011121314"

    @Test(.enabled(if: hasSymbolizer)) func placesAreNamed() async throws {
        try await SymbolRoom.run { room in
            let library = SymbolSamples.library(["work", "$s1s4ShopC4sellSiyF"])
            #expect(try await room.put(library, name: "libdemo.so").status == .created)
            let queries = [
                SymbolQuery(image: Self.buildID, place: .offset(0x1000), isExact: true),
                // The instruction behind the last one of `work` is the first of the next function.
                SymbolQuery(image: Self.buildID, place: .offset(0x1100), isExact: false),
                SymbolQuery(image: Self.buildID, place: .address(0x1100), isExact: true),
                SymbolQuery(image: Self.buildID, place: .offset(0x9000), isExact: true),
                // As Sentry's clients name it, with an age behind.
                SymbolQuery(image: "04030201-0605-0807-090A-0B0C0D0E0F100", place: .offset(0x1010), isExact: true),
                SymbolQuery(image: "ffffffffffffffff", place: .offset(1), isExact: true),
                SymbolQuery(image: Self.buildID, place: .offset(.max), isExact: false),
            ]
            let answer = try await room.server.symbolLookup.resolve(queries, of: "demo")
            #expect(answer.isPossible && answer.missing == ["ffffffffffffffff"])
            #expect(answer.frames.map { $0.map(\.function) } == [["work"], ["work"], ["Shop.sell()"], [], ["work"], [], []])
            #expect(answer.frames[2].first?.symbol == "$s1s4ShopC4sellSiyF")
            // Of another app nothing is known.
            try await room.console.makeApp("Other", platforms: ["ios"])
            #expect(try await room.server.symbolLookup.resolve(Array(queries.prefix(1)), of: "other").missing == [Self.buildID])
        }
    }

    @Test func mappingsAreFoundByIdAndByVersion() async throws {
        try await SymbolRoom.run { room in
            #expect(try await room.put(SymbolSamples.mapping, name: "mapping.txt", version: "2.3.0").status == .created)
            let lookup = room.server.symbolLookup
            for wanted in [
                SymbolMappingName(version: "2.3.0"), SymbolMappingName(ids: [SymbolSamples.mappingUUID.uppercased()]),
                SymbolMappingName(ids: ["0d0fd23"]),
            ] {
                let retrace = try #require(try await lookup.retrace(wanted, of: "demo"))
                let frames = retrace.frames([RetraceFrame(className: "a.b", method: "a", line: 1)])
                #expect(frames[0].alternatives == [[RetraceFrame(className: "com.example.Shop", method: "sell", file: "Shop.java", line: 41)]])
            }
            #expect(try await lookup.retrace(SymbolMappingName(ids: ["ffffffff"], version: "9"), of: "demo") == nil)
            #expect(SymbolMappingName.id(inFile: "r8-map-id-0d0fd238") == "0d0fd238" && SymbolMappingName.id(inFile: "Main.java") == nil)
        }
    }

    // MARK: the program

    private func script(_ text: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "symbolizer-\(UUID().uuidString)").path
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    private var impatient: SymbolizerLimits {
        var limits = SymbolizerLimits()
        limits.seconds = 0.3
        return limits
    }

    @Test func aProgramThatHangsOrDiesCostsItsFramesOnly() async throws {
        for text in ["sleep 60", "exit 1", "while read line; do echo nonsense; done", "kill -9 $$", "read line; yes"] {
            let process = SymbolizerProcess(program: try script(text), limits: impatient)
            #expect(process.state.isReady)
            let start = ContinuousClock.now
            #expect(await process.look("/a", [1, 2]) == [[], []])
            #expect(await process.look("/a", [3]) == [[]])
            // It is not asked a third time.
            let restarts = await process.restarts
            #expect(restarts == 2)
            #expect(await process.look("/a", [4]) == [[]])
            #expect(await process.restarts == restarts)
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }

    @Test func answersAreKept() async throws {
        let line = #"{"Symbol":[{"FunctionName":"in","FileName":"/a.c","Line":3,"Column":0},{"FunctionName":"out","FileName":"","Line":0}]}"#
        let count = FileManager.default.temporaryDirectory.appending(path: "asked-\(UUID().uuidString)").path
        let process = SymbolizerProcess(program: try script("while read line; do echo \"$line\" >> \(count); echo '\(line)'; done"))
        let expected = [
            SymbolicFrame(function: "in", symbol: nil, file: "/a.c", line: 3, column: nil, isInlined: true),
            SymbolicFrame(function: "out", symbol: nil, file: nil, line: nil, column: nil, isInlined: false),
        ]
        for _ in 0..<2 { #expect(await process.look("/some/file", [0x10, 0x20, 0x10]) == [expected, expected, expected]) }
        #expect(try String(contentsOfFile: count, encoding: .utf8) == "\"/some/file\" 0x10\n\"/some/file\" 0x20\n")
        #expect(await process.restarts == 0)
    }

    @Test func withoutAProgramNothingIsLookedUp() async {
        let process = SymbolizerProcess(program: "no-such-symbolizer")
        #expect(process.state == .absent)
        #expect(await process.look("/a", [1]) == [[]])
        #expect(SymbolizerPath.find("sh", path: "/nowhere:/bin") == "/bin/sh")
    }

    // MARK: copies

    @Test func copiesAreMadeOnceAndTheOldestGo() async throws {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "copies-\(UUID().uuidString)").path
        let blobs = FarBlobs(near: DirectoryBlobs(directory: "\(scratch)/blobs"))
        let ids = [try await blobs.put(Array(repeating: 1, count: 600)), try await blobs.put(Array(repeating: 2, count: 600))]
        let first = try SymbolCache(blobs: blobs, directory: "\(scratch)/copies", limit: 1_000)
        let path = try await first.path(ids[0])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 600)
        try await blobs.remove(ids[0])
        #expect(try await first.path(ids[0]) == path)
        // What was there is used again; begun anew it is old enough to go.
        let second = try SymbolCache(blobs: blobs, directory: "\(scratch)/copies", limit: 1_000)
        #expect(try await second.path(ids[1]) != path)
        #expect(!FileManager.default.fileExists(atPath: path))
        await #expect(throws: BlobError.missing(ids[0])) { try await second.path(ids[0]) }
    }
}

/// A store on another machine.
private struct FarBlobs: Blobs {
    let near: DirectoryBlobs

    func put(_ bytes: [UInt8]) async throws -> BlobID { try await near.put(bytes) }
    func put(file path: String, sha256: BlobID) async throws { try await near.put(file: path, sha256: sha256) }
    func adopt(file path: String, sha256: BlobID) async throws { try await near.adopt(file: path, sha256: sha256) }
    func localPath(_: BlobID) async throws -> String? { nil }
    func read(_ id: BlobID) async throws -> [UInt8] { try await near.read(id) }
    func read(_ id: BlobID, _ range: Range<Int>) async throws -> [UInt8] { try await near.read(id, range) }
    func size(_ id: BlobID) async throws -> Int? { try await near.size(id) }
    func download(_ id: BlobID, to path: String) async throws { try await near.download(id, to: path) }
    func remove(_ id: BlobID) async throws { try await near.remove(id) }
    func list(after: BlobID?, limit: Int) async throws -> [BlobListed] { try await near.list(after: after, limit: limit) }
}
