import Testing

@testable import Web

struct MultipartReaderTests {
    private static let malformed = Problem(.malformed, "web.form.malformed")

    private func parts(_ text: String, type: String = MultipartSample.contentType) async throws -> [MultipartSample.Part] {
        let bytes = Array(text.replacing("\n", with: "\r\n").replacing("B", with: MultipartSample.boundary).utf8)
        return try await MultipartSample.read(MultipartSample.request(bytes, type: type))
    }

    @Test func fieldsAndFilesComeInOrder() async throws {
        let bytes = MultipartSample.form([("csrf", "t"), ("name", "模块 1\r\n\r\n"), ("empty", "")], file: [0, 13, 10, 45, 45, 255])
        let parts = try await MultipartSample.read(MultipartSample.request(bytes))
        #expect(parts.map(\.name) == ["csrf", "name", "empty", "file"])
        #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) }[..<3] == ["t", "模块 1\r\n\r\n", ""])
        #expect(parts[3].fileName == "a.zip" && parts[3].bytes == [0, 13, 10, 45, 45, 255])
    }

    /// What looks like a delimiter up to its last letter, in pieces that end anywhere.
    @Test func piecesOfAnySizeMakeNoDifference() async throws {
        var random = SeededGenerator(seed: 20_261_122)
        let near = Array("\r\n--\(MultipartSample.boundary.dropLast())".utf8)
        for round in 0..<300 {
            var file: [UInt8] = []
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                file += Bool.random(using: &random) ? Array(near.prefix(Int.random(in: 0...near.count, using: &random))) : []
                file += (0..<Int.random(in: 0...60, using: &random)).map { _ in [13, 10, 45, 45, 0, 255][Int.random(in: 0...5, using: &random)] }
            }
            let bytes = MultipartSample.form([("csrf", "t"), ("note", String(repeating: "\r\n-", count: round % 7))], file: file)
            let most = [1, 2, 5, 40, 70, 500][round % 6]
            let request = MultipartSample.request(bytes, sizes: { Int.random(in: 1...most, using: &random) })
            let parts = try await MultipartSample.read(request)
            try #require(parts.count == 3 && parts[2].bytes == file, "round \(round)")
            #expect(parts[1].bytes == Array(String(repeating: "\r\n-", count: round % 7).utf8))
        }
    }

    /// Whatever is changed or missing: parts or a problem, never anything else.
    @Test func damagedFormsArePartsOrProblems() async throws {
        var random = SeededGenerator(seed: 7)
        let whole = MultipartSample.form([("csrf", "t"), ("name", "x")], file: Array(0...255))
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
            do {
                _ = try await MultipartSample.read(MultipartSample.request(bytes, sizes: { Int.random(in: 1...80, using: &random) }))
            } catch let problem as Problem {
                #expect(problem.kind == .malformed)
            }
        }
    }

    @Test func aFormThatEndsEarlyIsNone() async throws {
        let whole = MultipartSample.form([("csrf", "t")], file: [1, 2, 3])
        for count in 0..<whole.count - 2 {
            await #expect(throws: Self.malformed, "\(count)") { try await MultipartSample.read(MultipartSample.request(Array(whole.prefix(count)))) }
        }
        #expect(try await MultipartSample.read(MultipartSample.request(Array(whole.dropLast(2)))).count == 2)
    }

    @Test func whatStandsAroundThePartsIsPassedOver() async throws {
        let parts = try await parts("preamble\n--B \t\nContent-Disposition: form-data; name=\"a\"\n\nx\n--B--\nepilogue\n--B\n")
        #expect(parts == [.init(name: "a", fileName: nil, bytes: [120])])
        #expect(try await self.parts("--B--").isEmpty)
        await #expect(throws: Self.malformed) { try await self.parts(String(repeating: "p", count: 2_000) + "\n--B--") }
    }

    @Test(arguments: [
        ("form-data; name=\"a\"; filename=\"b.zip\"", "a", "b.zip"), ("FORM-DATA;name=a;filename=b", "a", "b"),
        ("form-data; name=\"a%22%0D%0A%41\"; filename=\"\"", "a\"\r\n%41", ""),
        (#"form-data; name="a\"b\\c"; filename="C:\d\e.zip""#, #"a"b\c"#, #"C:\d\e.zip"#),
        ("form-data; filename=\"模块.zip\"; name=\"名\"", "名", "模块.zip"),
    ])
    func namesAreReadAsBrowsersWriteThem(disposition: String, name: String, file: String) async throws {
        let parts = try await parts("--B\nX-Other: 1\ncontent-disposition: \(disposition)\n\n\n--B--\n")
        #expect(parts == [.init(name: name, fileName: file, bytes: [])])
    }

    @Test(arguments: [
        "--B\n\n\n--B--\n", "--B\nContent-Disposition: form-data\n\n\n--B--\n", "--B\nContent-Disposition: attachment; name=\"a\"\n\n\n--B--\n",
        "--B\nContent-Disposition: form-data; name=\"a\n\n\n--B--\n", "--B\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\n\n\n--B--\n",
        "--B\nContent-Disposition: form-data; name=\"a\"\nContent-Disposition: form-data; name=\"b\"\n\n\n--B--\n", "--Bx\n\n--B--\n",
        "--B-\n\n--B--\n",
        "--B\nno colon\n\n\n--B--\n", "--B\nContent-Disposition: form-data; name=\"a\u{0}\"\n\n\n--B--\n",
        "--B\nContent-Disposition: form-data, name=\"a\"\n\n\n--B--\n",
    ])
    func headsThatCannotBeReadAreRefused(text: String) async throws {
        await #expect(throws: Self.malformed) { try await parts(text) }
    }

    @Test func linesEndWithCRLFOnly() async throws {
        let text = "--\(MultipartSample.boundary)\nContent-Disposition: form-data; name=\"a\"\n\nx\n--\(MultipartSample.boundary)--\n"
        await #expect(throws: Self.malformed) { try await MultipartSample.read(MultipartSample.request(Array(text.utf8))) }
    }

    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"", "multipart/mixed; boundary=x", "text/plain",
        "multipart/form-data; boundary=a; boundary=b", "multipart/form-data; boundary=\"a\u{7}\"", "multipart/form-data; boundary=\"a \"",
        "multipart/form-data; boundary=\(String(repeating: "b", count: 71))",
    ])
    func aBoundaryIsNeeded(type: String) async throws {
        await #expect(throws: Self.malformed) { try await parts("--x--\n", type: type) }
    }

    @Test func aBoundaryMayBeQuoted() async throws {
        #expect(MultipartHeader.boundary("Multipart/Form-Data; charset=utf-8; boundary=\"a b:c\"") == "a b:c")
    }

    @Test func headsAndPartsAreBounded() async throws {
        var limits = MultipartLimits()
        limits.headers = 200
        limits.parts = 3
        let long = "--B\nX: \(String(repeating: "x", count: 300))\nContent-Disposition: form-data; name=\"a\"\n\n\n--B--\n"
        let bytes = Array(long.replacing("\n", with: "\r\n").replacing("B", with: MultipartSample.boundary).utf8)
        await #expect(throws: Self.malformed) { try await MultipartSample.read(MultipartSample.request(bytes), limits) }
        let many = MultipartSample.form(Array(repeating: ("a", "b"), count: 4), file: nil)
        await #expect(throws: Self.malformed) { try await MultipartSample.read(MultipartSample.request(many), limits) }
        await #expect(throws: Problem.tooLarge(1_000)) {
            try await MultipartSample.read(MultipartSample.request(MultipartSample.form([], file: [UInt8](repeating: 13, count: 5_000))), upTo: 1_000)
        }
    }

    /// A head that never ends is given up at its limit, however it is cut up.
    @Test func anEndlessHeadIsGivenUp() async throws {
        let bytes = Array("--\(MultipartSample.boundary)\r\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 20_000)
        await #expect(throws: Self.malformed) { try await MultipartSample.read(MultipartSample.request(bytes, sizes: { 1 })) }
    }
}
