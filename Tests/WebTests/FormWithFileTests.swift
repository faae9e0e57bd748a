import Testing

@testable import Web

struct FormWithFileTests {
    private func read(_ bytes: [UInt8], upTo limit: Int = 10_000) async throws -> (Form, [UInt8]?, String?) {
        let (form, file) = try await MultipartSample.request(bytes, sizes: { 7 }, length: bytes.count).formWithFile("file", upTo: limit)
        guard let file else { return (form, nil, nil) }
        var content: [UInt8] = []
        while let piece = try await file.next() { content += piece.readableBytesView }
        return (form, content, file.name)
    }

    @Test func fieldsComeBeforeTheFile() async throws {
        let (form, file, name) = try await read(
            MultipartSample.form([("csrf", "t"), ("tag", "a"), ("tag", "b")], file: [1, 2, 3], name: #"C:\x\模块.zip"#)
        )
        #expect(form["csrf"] == "t" && form.all("tag") == ["a", "b"])
        #expect(file == [1, 2, 3] && name == "模块.zip")
    }

    @Test func aFileThatWasNotChosenIsNone() async throws {
        let (form, file, _) = try await read(MultipartSample.form([("a", "b")], file: [], name: ""))
        #expect(form["a"] == "b" && file == nil)
        #expect(try await read(MultipartSample.form([("a", "b")], file: nil)).1 == nil)
        let (_, empty, name) = try await read(MultipartSample.form([], file: [], name: "empty.zip"))
        #expect(empty == [] && name == "empty.zip")
    }

    /// What comes behind the file would be taken for given when the file is stored already.
    @Test func nothingComesBehindTheFile() async throws {
        var sample = MultipartSample()
        sample.add("file", [1, 2, 3], file: "a.zip")
        sample.add("name", [65])
        sample.end()
        await #expect(throws: Problem(.malformed, "web.upload.last")) { try await read(sample.bytes) }
    }

    @Test func aFileOfAnotherFieldIsRefused() async throws {
        var sample = MultipartSample()
        sample.add("other", [1], file: "a.zip")
        sample.end()
        await #expect(throws: Problem(.malformed, "web.form.malformed")) { try await read(sample.bytes) }
    }

    @Test func textsAreUTF8WithoutNUL() async throws {
        for value in [[0xFF], [0x41, 0x00], [0xC0, 0x80]] as [[UInt8]] {
            var sample = MultipartSample()
            sample.add("name", value)
            sample.end()
            await #expect(throws: Problem(.malformed, "web.form.malformed")) { try await read(sample.bytes) }
        }
    }

    @Test func sizesAreBounded() async throws {
        #expect(try await read(MultipartSample.form([], file: [UInt8](repeating: 1, count: 100)), upTo: 100).1?.count == 100)
        await #expect(throws: Problem.tooLarge(100)) { try await read(MultipartSample.form([], file: [UInt8](repeating: 1, count: 101)), upTo: 100) }
        let fields = MultipartSample.form([("a", String(repeating: "x", count: 700_000)), ("b", String(repeating: "x", count: 700_000))], file: nil)
        let request = MultipartSample.request(fields)
        await #expect(throws: Problem.tooLarge(1 << 20)) { try await request.formWithFile("file", upTo: 10 << 20) }
    }

    @Test func aBodyThatIsCutIsNoFile() async throws {
        let request = MultipartSample.request([1, 2, 3], length: 4)
        let body = try UploadBody(request, upTo: 10)
        #expect(try await body.next()?.readableBytes == 3)
        await #expect(throws: Problem(.malformed, "web.body.cut")) { try await body.next() }
    }

    @Test func theHeadCanSayThatItIsTooMuch() throws {
        #expect(throws: Problem.tooLarge(10)) { try UploadBody(MultipartSample.request([], length: 11), upTo: 10) }
        _ = try UploadBody(MultipartSample.request([], length: 11), upTo: 10, overhead: 1)
    }

    @Test func theNameIsOneShortLine() async throws {
        let name = try await read(MultipartSample.form([], file: [1], name: "../" + String(repeating: "长", count: 300) + "%0D%0A")).2
        #expect(name == String(repeating: "长", count: 200))
    }
}
