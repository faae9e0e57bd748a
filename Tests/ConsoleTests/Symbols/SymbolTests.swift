import Formats
import Foundation
import HummingbirdTesting
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Bringing symbols and looking at them, on both faces.
struct SymbolTests {
    @Test func aMappingIsBroughtAsABody() async throws {
        try await SymbolRoom.run { room in
            let answer = try await room.put(SymbolSamples.mapping, name: "mapping.txt", version: "2.3.0")
            #expect(answer.status == .created, "\(answer.text)")
            let body = try answer.json(SymbolBody.self)
            #expect(answer.headers[.location] == "/api/v1/apps/demo/symbols/\(body.id)")
            #expect(body.kind == .mapping && body.uuids == [SymbolSamples.mappingUUID] && body.architectures == [] && body.version == "2.3.0")
            #expect(body.name == "mapping.txt" && body.size == SymbolSamples.mapping.count && body.objects.map(\.compiler) == ["R8"])
            #expect(try await room.console.api(.get, "/apps/demo/symbols/\(body.id)").json(SymbolBody.self).sha256 == body.sha256)
            let list = try await room.console.api(.get, "/apps/demo/symbols?q=\(SymbolSamples.mappingUUID)").json(List<SymbolBody>.self)
            #expect(list.total == 1 && list.items.map(\.id) == [body.id])
            #expect(try await room.console.api(.get, "/apps/demo/symbols?kind=elf").json(List<SymbolBody>.self).total == 0)
        }
    }

    @Test func anArchiveHoldsSeveral() async throws {
        try await SymbolRoom.run { room in
            let fat = SymbolSamples.fat([SymbolSamples.dSYM(0xAB), SymbolSamples.dSYM(0xCD, cpu: 12)])
            let inner = try SymbolSamples.tgz([("symbols/libdemo.so", SymbolSamples.library(["work"]))])
            let zip = try SymbolSamples.zip([
                ("dSYMs/App.app.dSYM/Contents/Info.plist", Array("<plist/>".utf8)), ("dSYMs/App.app.dSYM/Contents/Resources/DWARF/App", fat),
                ("__MACOSX/dSYMs/._App", SymbolSamples.dSYM(1)), ("native.tgz", inner), ("readme.txt", Array("nothing to see here, really".utf8)),
            ])
            let answer = try await room.put(zip, name: "all.zip")
            #expect(answer.status == .created, "\(answer.text)")
            let body = try answer.json(SymbolBody.self)
            #expect(body.kind == .mixed && body.objects.map(\.name) == ["App", "App", "libdemo.so"])
            #expect(body.architectures == ["arm64", "arm", "x86_64"] || Set(body.architectures) == ["arm64", "arm", "x86_64"])
            #expect(body.uuids.contains("ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB") && body.uuids.contains("0102030405060708090a0b0c0d0e0f1011121314"))
            // Each architecture is a file of its own.
            let one = try #require(body.objects.first { $0.architecture == "arm64" })
            #expect(one.size == SymbolSamples.dSYM(0xAB).count)
            let path = "/apps/demo/symbols/\(body.id)/objects/\(one.id)/download"
            #expect(Array(buffer: try await room.console.api(.get, path).body) == SymbolSamples.dSYM(0xAB))
            let left = try FileManager.default.contentsOfDirectory(atPath: room.server.directory.file("incoming")).filter { $0.hasPrefix("symbols-") }
            #expect(left.isEmpty)
        }
    }

    @Test func theSameFileAgainIsTheSame() async throws {
        try await SymbolRoom.run { room in
            let first = try await room.put(SymbolSamples.mapping, name: "mapping.txt").json(SymbolBody.self)
            let again = try await room.put(SymbolSamples.mapping, name: "other.txt", version: "2.4.0")
            #expect(again.status == .ok)
            let body = try again.json(SymbolBody.self)
            #expect(body.id == first.id && body.name == "mapping.txt" && body.version == "2.4.0")
            #expect(try await room.console.api(.get, "/apps/demo/symbols").json(List<SymbolBody>.self).total == 1)
        }
    }

    @Test func whatHoldsNoSymbolsIsRefused() async throws {
        try await SymbolRoom.run { room in
            let deep = try (0..<4).reduce(SymbolSamples.dSYM(1)) { bytes, level in
                try SymbolSamples.zip([(level == 0 ? "App" : "inner.zip", bytes)])
            }
            let bad: [([UInt8], String)] = [
                ([], "empty"), (Array("hello".utf8), "hello.txt"), (try SymbolSamples.zip([("a.txt", Array("nothing in here".utf8))]), "none.zip"),
                (deep, "deep.zip"), (Array(try SymbolSamples.zip([("App", SymbolSamples.dSYM(1))]).dropLast(30)), "cut.zip"),
                (Array(SymbolSamples.library(["work"]).prefix(200)), "cut.so"),
            ]
            for (bytes, name) in bad {
                let answer = try await room.put(bytes, name: name)
                #expect(answer.status == .unprocessableContent && answer.text.contains("/file"), "\(name): \(answer.status) \(answer.text)")
            }
            let long = try await room.put(SymbolSamples.mapping, name: "mapping.txt", version: String(repeating: "1", count: 65))
            #expect(long.status == .unprocessableContent)
            #expect(try await room.console.api(.get, "/apps/demo/symbols").json(List<SymbolBody>.self).total == 0)
        }
    }

    @Test func removedSymbolsAreGone() async throws {
        try await SymbolRoom.run { room in
            let body = try await room.put(SymbolSamples.dSYM(7), name: "App").json(SymbolBody.self)
            let blob = try #require(BlobID(body.objects[0].sha256))
            #expect(try await room.server.blobs.size(blob) != nil)
            #expect(try await room.console.api(.delete, "/apps/demo/symbols/\(body.id)").status == .noContent)
            #expect(try await room.server.blobs.size(blob) == nil)
            #expect(try await room.console.api(.get, "/apps/demo/symbols/\(body.id)").status == .notFound)
            // And may come again.
            #expect(try await room.put(SymbolSamples.dSYM(7), name: "App").status == .created)
            try await room.server.eraseTraces(of: "demo")
            #expect(try await room.server.blobs.size(blob) == nil)
        }
    }

    // MARK: what is missing

    @Test func reportsWaitUntilSymbolsCome() async throws {
        try await SymbolRoom.run { room in
            let (database, now) = (room.server.database, room.console.clock.now)
            let dsym = SymbolWanted(
                debugId: "07070707-0707-0707-0707-070707070707",
                kind: .dsym,
                name: "Demo",
                architecture: "arm64",
                version: "2.3.0"
            )
            let other = SymbolWanted(debugId: "0808080808080808080808080808080800", kind: .elf, name: "libother.so")
            for _ in 0..<3 { try await database.write { _ = try $0.noteMissingSymbols("demo", [dsym], at: now) } }
            let waiting = try await database.write {
                try $0.noteMissingSymbols("demo", [dsym, other, SymbolWanted(debugId: "?", kind: .elf)], at: now)
            }
            #expect(waiting.count == 2)
            let list = try await room.console.api(.get, "/apps/demo/symbols/missing").json(List<SymbolMissingBody>.self)
            #expect(list.total == 2 && list.items.map(\.reports) == [4, 1] && list.items[0].uuid == "07070707-0707-0707-0707-070707070707")
            #expect(try await room.console.page("/apps/demo/symbols").text.contains("07070707-0707"))

            #expect(try await room.put(SymbolSamples.dSYM(7), name: "Demo").status == .created)
            #expect(
                try await room.console.api(.get, "/apps/demo/symbols/missing").json(List<SymbolMissingBody>.self).items.map(\.name) == ["libother.so"]
            )
            // What is there is not missing.
            #expect(try await database.write { try $0.noteMissingSymbols("demo", [dsym], at: now) } == [])

            let asked = SymbolAsked()
            let handler = JobHandler(.symbolApply, SymbolWaiting { app, ids, version in await asked.note("\(app) \(ids) \(version)") }.apply)
            #expect(try await JobWorker(database: database, holder: room.server.nodes.id, handlers: [handler]).tick())
            #expect(await asked.notes == ["demo [\"\(String(repeating: "07", count: 16))\"] "])

            room.console.clock.advance(by: 91 * 86_400)
            try await room.server.symbols.sweep()
            #expect(try await room.console.api(.get, "/apps/demo/symbols/missing").json(List<SymbolMissingBody>.self).total == 0)
        }
    }

    @Test func reportsWithoutAnIdWaitForAVersion() async throws {
        try await SymbolRoom.run { room in
            let (database, now) = (room.server.database, room.console.clock.now)
            let wanted = SymbolWanted.mapping(ofVersion: "2.3.0")
            #expect(try await database.write { try $0.noteMissingSymbols("demo", [wanted], at: now) }.count == 1)
            let missing = try await room.console.api(.get, "/apps/demo/symbols/missing").json(List<SymbolMissingBody>.self)
            #expect(missing.items.map(\.version) == ["2.3.0"] && missing.items.map(\.uuid) == [""])
            #expect(try await room.put(SymbolSamples.mapping, name: "mapping.txt", version: "2.3.0").status == .created)
            #expect(try await room.console.api(.get, "/apps/demo/symbols/missing").json(List<SymbolMissingBody>.self).total == 0)
            #expect(try await database.write { try $0.noteMissingSymbols("demo", [wanted], at: now) } == [])
        }
    }

    // MARK: pages

    @Test func pagesSayWhatToDo() async throws {
        try await SymbolRoom.run { room in
            let empty = try await room.console.page("/apps/demo/symbols")
            #expect(empty.status == .ok && empty.text.contains("/apps/demo/symbols/new"))
            #expect(try await room.console.page("/apps/demo/symbols/new", language: "en").text.contains("mapping.txt"))
            let body = try await room.put(SymbolSamples.mapping, name: "mapping.txt", version: "2.3.0").json(SymbolBody.self)
            for path in ["", "/\(body.id)", "/\(body.id)/removal"] {
                let page = try await room.console.page("/apps/demo/symbols\(path)", language: "en")
                #expect(page.status == .ok && page.text.contains("mapping.txt"))
            }
            #expect(try await room.console.page("/apps/demo/symbols?q=nosuch").text.contains("/apps/demo/symbols"))
            #expect(try await room.console.submit("/apps/demo/symbols/\(body.id)/removal", []).status == .seeOther)
            #expect(try await room.console.api(.get, "/apps/demo/symbols").json(List<SymbolBody>.self).total == 0)
            let sent = try await room.console.submit("/apps/demo/symbols", [("version", "1.0")], file: "mapping.txt", SymbolSamples.mapping)
            #expect(sent.status == .seeOther, "\(sent.text)")
        }
    }
}

actor SymbolAsked {
    private(set) var notes: [String] = []

    func note(_ text: String) { notes.append(text) }
}
