import Foundation
import Gzip
import Testing

@testable import MainSiteClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct LogUploaderTests {
    @Test func aBatchIsCompressedAndSaysWhoSendsIt() async throws {
        let server = FakeServer()
        _ = try await uploader(server).upload(["a", "b"].map(\.utf8))
        let request = try #require(server.requests.first)
        #expect(request.url?.absoluteString == "http://console.test/loggw/logUpload.do")
        #expect(request.httpMethod == "POST")
        let names = ["productId", "productVersion", "utdId", "userId", "timeZone", "Content-Encoding"]
        let values = names.map { request.value(forHTTPHeaderField: $0) }
        #expect(values == ["SIMPLEDEMORPC_IOS-0000017768", "2.3.0", "UTD1", "u1", "+08:00", "gzip"])
        #expect(try Gzip.decompress(Array(request.httpBody ?? Data()), limit: 100) == Array("a\nb".utf8))
    }

    @Test func theReportAddsUpWhatTheServerSaid() async throws {
        let server = FakeServer([
            .init(body: #"{"code":200,"accepted":99,"rejected":1,"duplicate":false}"#),
            .init(body: #"{"code":200,"accepted":50,"rejected":0,"duplicate":true}"#),
        ])
        var seen: [UploadResult] = []
        let report = try await uploader(server).upload(lines(150)) { _, result, _ in seen.append(result) }
        #expect(seen == [.init(accepted: 99, rejected: 1, duplicate: false), .init(accepted: 50, rejected: 0, duplicate: true)])
        let sums: [Int] = [report.batches, report.lines, report.accepted, report.rejected, report.duplicates]
        #expect(sums == [2, 150, 149, 1, 1])
        #expect(report.undelivered == nil)
    }

    @Test func aRetryKeepsTheBatchName() async throws {
        let server = FakeServer([.offline, .init(status: 503), .init(status: 429), .init(body: "<html>")])
        let report = try await uploader(server).upload(lines(1))
        #expect(report.lines == 1)
        #expect(server.requests.count == 5)
        #expect(Set(server.requests.map { $0.value(forHTTPHeaderField: "X-Batch-Id") }).count == 1)
        #expect(Set(server.requests.map(\.httpBody)).count == 1)
        #expect(server.waits == [1, 2, 4, 8])
    }

    @Test func whatCannotBeDeliveredIsHandedBack() async throws {
        let server = FakeServer([.init()] + Array(repeating: .offline, count: 3))
        let report = try await uploader(server, retry: RetryPolicy(attempts: 3)).upload(lines(250))
        let undelivered = try #require(report.undelivered)
        #expect(report.lines == 100)
        #expect(undelivered.batch.lines == 100)
        #expect(undelivered.batch.id == server.requests.last?.value(forHTTPHeaderField: "X-Batch-Id"))
        #expect(server.requests.count == 4)
    }

    @Test(arguments: [400, 404, 409, 413])
    func aRefusalIsNotRepeated(status: Int) async throws {
        let server = FakeServer([.init(status: status, body: #"{"detail":"no"}"#)])
        let report = try await uploader(server).upload(lines(1))
        #expect(report.undelivered?.failure == .refused(status: status, detail: "no"))
        #expect(server.requests.count == 1)
    }

    @Test func reportsAddUp() async throws {
        let server = FakeServer([.init(), .init(status: 404)])
        var sum = UploadReport()
        for count in [2, 1] { sum.add(try await uploader(server).upload(lines(count))) }
        #expect((sum.lines, sum.accepted, sum.batches) == (2, 1, 1))
        #expect(sum.undelivered?.batch.lines == 1)
    }

    @Test func emptyLinesAreNotSent() async throws {
        let server = FakeServer()
        let report = try await uploader(server).upload(["", "a", ""].map(\.utf8))
        #expect(report.lines == 1)
        #expect(try await uploader(server).upload([""].map(\.utf8)).batches == 0)
    }

    @Test func aLineFeedInTheUserNameStartsNoHeader() async throws {
        let server = FakeServer()
        var sender = LogSender.demo
        sender.userId = "u\r\nX-Evil: 1"
        _ = try await LogUploader(server: .demoConsole, sender: sender, delivery: server.delivery()).upload(lines(1))
        #expect(server.requests.first?.value(forHTTPHeaderField: "userId") == "uX-Evil: 1")
    }

    private func uploader(_ server: FakeServer, retry: RetryPolicy = RetryPolicy()) -> LogUploader {
        LogUploader(server: .demoConsole, sender: .demo, delivery: server.delivery(retry: retry))
    }

    private func lines(_ count: Int) -> [[UInt8]] {
        (0..<count).map { Array("line \($0)".utf8) }
    }
}
