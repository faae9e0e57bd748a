import NIOCore
import Testing

@testable import Simulator

@Suite struct SimulatorReaderTests {
    private static let stream =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\ncontent-length: 2\r\nResult-Status: 1000\r\n\r\n{}"
        + "HTTP/1.1 204 No Content\r\n\r\n" + "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 5\r\n\r\nslow\n"

    private static let answers = [
        SimulatorAnswer(status: 200, code: 1000, body: Array("{}".utf8)), SimulatorAnswer(status: 204),
        SimulatorAnswer(status: 429, body: Array("slow\n".utf8)),
    ]

    @Test func answersAreTakenOutOfPiecesOfAnySize() throws {
        for size in [1, 2, 3, 7, 50, 1_000] {
            var (reader, answers, rest) = (SimulatorReader(), [SimulatorAnswer](), ByteBuffer(string: Self.stream))
            while rest.readableBytes > 0 {
                let slice = rest.readSlice(length: min(size, rest.readableBytes))
                var piece = try #require(slice)
                reader.feed(&piece)
                while let answer = try reader.next() { answers.append(answer) }
            }
            #expect(answers == Self.answers)
        }
    }

    @Test func whatIsNoAnswerIsSaid() {
        #expect(throws: SimulatorReader.Fault.length) { try read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n") }
        #expect(throws: SimulatorReader.Fault.head) { try read("SSH-2.0-OpenSSH\r\n\r\n") }
        #expect(throws: SimulatorReader.Fault.head) { try read(String(repeating: "x", count: SimulatorReader.headLimit + 1)) }
        #expect(throws: SimulatorReader.Fault.tooLarge) { try read("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n") }
    }

    private func read(_ text: String) throws -> SimulatorAnswer? {
        var (reader, buffer) = (SimulatorReader(), ByteBuffer(string: text))
        reader.feed(&buffer)
        return try reader.next()
    }
}
