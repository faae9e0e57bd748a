import Formats
import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Archives that are looked into by a real child, and children that behave worse than ours would.
struct FileInspectorTests {
    private let scratch: ScratchFiles

    init() throws {
        scratch = try ScratchFiles()
    }

    private func refusal(_ path: String, by inspector: FileInspector = FileInspector(), as purpose: FilePurpose = .module) async throws -> Problem? {
        do {
            _ = try await inspector.inspect(path, as: purpose)
            return nil
        } catch let problem as Problem {
            return problem
        }
    }

    private static func problem(_ kind: String, _ entry: String? = nil) -> Problem {
        .invalid("file", "files.archive.\(kind)", entry.map { ["entry": $0] } ?? [:])
    }

    @Test func theChildListsWhatIsThere() async throws {
        let path = try scratch.zip("X.zip", ["X.framework/X": Array("code".utf8), "X.framework/Headers/X.h": []])
        let contents = try await FileInspector().inspect(path, as: .module)
        #expect(contents.format == .zip && contents.unpackedSize == 4)
        #expect(contents.entries.map(\.path).sorted() == ["X.framework/Headers/X.h", "X.framework/X"])
    }

    @Test func theChildReadsFilesOfOneName() async throws {
        let json = Array("{\"a\":1}".utf8)
        let path = try scratch.zip("a.ipa", ["Payload/A.app/BuildConfig.json": json, "Payload/A.app/Info.plist": [1], "BuildConfig.json/x": [2]])
        let texts = try await FileInspector().contents(of: path, named: "BuildConfig.json", upTo: 100)
        #expect(texts.map(\.path) == ["Payload/A.app/BuildConfig.json"] && texts.map(\.bytes) == [json])
        await #expect(throws: Self.problem("tooLarge", "Payload/A.app/BuildConfig.json")) {
            try await FileInspector().contents(of: path, named: "BuildConfig.json", upTo: json.count - 1)
        }
    }

    @Test func refusalsNameTheEntry() async throws {
        #expect(try await refusal(try scratch.file("text", Array("no archive".utf8))) == Self.problem("notAnArchive"))
        let bomb = try scratch.zip("bomb.zip", ["zeros": [UInt8](repeating: 0, count: 8 << 20)])
        #expect(try await refusal(bomb) == Self.problem("ratio", "zeros"))
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try scratch.zip("a.zip", ["a/b": Array("12345".utf8)]))))
        // The same name twice in the file: in the entry's own header and in the directory.
        for place in bytes.indices.dropLast(2) where bytes[place...].prefix(3).elementsEqual("a/b".utf8) { bytes[place + 1] = UInt8(ascii: "\\") }
        #expect(try await refusal(try scratch.file("b.zip", bytes)) == Self.problem("badName", "a\\b"))
        #expect(try await refusal(scratch.path + "/none.zip")?.kind == .invalid)
    }

    @Test func everySentenceIsThere() throws {
        let catalogue = try Catalogue(directory: TestConsole.home + "/Views")
        let errors: [ZipError] = [
            .notAnArchive, .tooManyEntries(1), .largeDirectory(1), .tooLarge("e"), .ratio("e"), .ratio(nil), .climbs("e"), .absolute("e"),
            .badName("e"),
            .longName("e"), .deep("e"), .link("e"), .encrypted("e"), .method("e"), .sameName("e", "f"), .fileAndFolder("e"), .damaged("e"),
            .damaged(nil), .failed("e"),
        ]
        for error in errors {
            for rejection in FileRefusal(kind: error.kind, entry: error.entry).problem.rejections {
                for language in Language.allCases {
                    let sentence = catalogue[language][rejection.message]
                    #expect(sentence != rejection.message.key && !sentence.contains("{{"), "\(rejection.message.key)")
                }
            }
        }
    }

    /// Within what may be unpacked, and still a day's work for whoever has to wait.
    @Test func aChildThatWorksTooLongIsKilled() async throws {
        let zeros = try scratch.zip("zeros.zip", ["zeros": [UInt8](repeating: 0, count: 16 << 20)])
        let lenient = ZipLimits(maxUnpacked: 64 << 30, maxRatio: 2000)
        let source = try ZipReader(path: zeros, limits: lenient)
        let writer = try ZipWriter(path: scratch.path + "/many.zip")
        for index in 0..<1000 { try writer.copy(source.entries[0], of: source, as: "\(index)") }
        try writer.close()
        let start = ContinuousClock.now
        #expect(try await refusal(scratch.path + "/many.zip", as: FilePurpose(limits: lenient, seconds: 1)) == Self.problem("tooHard"))
        // By its own limit, not by our patience of half a minute.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func aChildGetsNoMoreMemoryThanItMay() async throws {
        let path = try scratch.zip("zeros.zip", ["zeros": [UInt8](repeating: 0, count: 100 << 20)])
        let inspector = FileInspector(patience: 5)
        let purpose = FilePurpose(limits: ZipLimits(maxRatio: 2000), readsAll: false, seconds: 5, megabytes: 16)
        await #expect(throws: Self.problem("tooHard")) {
            try await inspector.contents(of: path, named: "zeros", upTo: 200 << 20, as: purpose)
        }
    }

    @Test(arguments: ["exec sleep 60", "sleep 60 & exec >&-; sleep 60", "exec yes", "kill -SEGV $$", "exit 3"])
    func aChildThatBehavesBadlyIsARefusal(_ script: String) async throws {
        let program = try scratch.program(script)
        var purpose = FilePurpose.module
        purpose.seconds = 0
        let start = ContinuousClock.now
        #expect(try await refusal("/dev/null", by: FileInspector(program: program, patience: 1), as: purpose) == Self.problem("tooHard"))
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func aProgramThatIsNotThereIsOurFault() async throws {
        await #expect(throws: ChildProcess.Failure.self) { try await FileInspector(program: "/none").inspect("/dev/null", as: .module) }
    }

    @Test func twoAtATimeAndNoneIsLeft() async throws {
        let program = try scratch.program(
            "mkdir \(scratch.path)/$$.run; ls -d \(scratch.path)/*.run | wc -l >> \(scratch.path)/counts; sleep 0.2; rmdir \(scratch.path)/$$.run"
        )
        let inspector = FileInspector(program: program)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { _ = try? await inspector.inspect("/dev/null", as: .module) } }
        }
        let counts = try String(contentsOfFile: scratch.path + "/counts", encoding: .utf8).split(separator: "\n").compactMap {
            Int($0.trimmingCharacters(in: .whitespaces))
        }
        #expect(counts.count == 6 && counts.max() ?? 9 <= 2)
    }

    @Test func theChildHasNoFileAndNoSecretOfOurs() async throws {
        let program = try scratch.program("ls /proc/self/fd > \(scratch.path)/files; env > \(scratch.path)/environment")
        let open = try #require(fopen("/dev/null", "r"), "without O_CLOEXEC")
        defer { fclose(open) }
        setenv("CONSOLE_SECRET_OF_A_TEST", "x", 1)
        defer { unsetenv("CONSOLE_SECRET_OF_A_TEST") }
        _ = try? await FileInspector(program: program).inspect("/dev/null", as: .module)
        // The fourth is the directory that ls reads.
        #expect(try String(contentsOfFile: scratch.path + "/files", encoding: .utf8).split(separator: "\n") == ["0", "1", "2", "3"])
        #expect(try !String(contentsOfFile: scratch.path + "/environment", encoding: .utf8).contains("SECRET"))
    }
}

/// A directory for one test's files.
final class ScratchFiles: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "files-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    func zip(_ name: String, _ files: [String: [UInt8]]) throws -> String {
        let writer = try ZipWriter(path: "\(path)/\(name)")
        for (path, bytes) in files { try writer.add(path, bytes: bytes) }
        try writer.close()
        return "\(path)/\(name)"
    }

    /// A shell's script in the place of the console.
    func program(_ script: String) throws -> String {
        let program = try file("program-\(UUID().uuidString)", Array("#!/bin/sh\n\(script)\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        return program
    }
}
