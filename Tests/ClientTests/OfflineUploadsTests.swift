import Foundation
import Testing

@testable import MainSiteClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite final class OfflineUploadsTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID().uuidString)")
    private var file: URL { directory.appending(path: "uploads") }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func whatWasNotDeliveredIsSentAtTheNextStartUnderItsName() async throws {
        let (offline, online) = (FakeServer(Array(repeating: .offline, count: 2)), FakeServer())
        do {
            let uploads = try uploads(offline)
            await add(["a", "b"], to: uploads)
            let report = await uploads.deliver()
            #expect(report.failure == .network(.unreachable(offline.reason)) && report.waiting == 2)
        }
        let report = try await uploads(online).deliver()
        #expect(report.delivered == 2 && report.accepted == 2 && report.waiting == 0 && report.failure == nil)
        #expect(online.names == ["a", "b"])
        #expect(online.requests.first?.httpBody == offline.requests.first?.httpBody)
        #expect(online.requests.first?.allHTTPHeaderFields == offline.requests.first?.allHTTPHeaderFields)
        #expect(online.requests.first?.url?.path() == "/loggw/logUpload.do")
    }

    @Test func whatWasAcknowledgedIsNotSentAgain() async throws {
        let server = FakeServer()
        for name in ["a", "b"] {
            let uploads = try uploads(server)
            await add([name], to: uploads)
            _ = await uploads.deliver()
        }
        #expect(server.names == ["a", "b"])
    }

    /// The acknowledgement is lost: it is the server that knows the name.
    @Test func aLostAcknowledgementCostsASecondSendingUnderTheSameName() async throws {
        let server = FakeServer([.offline, .offline, .init(body: #"{"code":200,"accepted":1,"rejected":0,"duplicate":true}"#)])
        let uploads = try uploads(server)
        await add(["a"], to: uploads)
        _ = await uploads.deliver()
        #expect(await uploads.deliver().duplicates == 1)
        #expect(server.names == ["a", "a", "a"])
    }

    @Test(arguments: [400, 409, 413, 422])
    func whatTheServerWillNeverTakeDoesNotBlockTheRest(status: Int) async throws {
        let server = FakeServer([.init(status: status)])
        let uploads = try uploads(server)
        await add(["bad", "good"], to: uploads)
        let report = await uploads.deliver()
        #expect(report.refused == 1 && report.delivered == 1 && report.waiting == 0 && report.failure == nil)
        #expect(server.names == ["bad", "good"])
    }

    @Test(arguments: [401, 403, 404])
    func aServerThatIsNotReadyIsWaitedFor(status: Int) async throws {
        let server = FakeServer([.init(status: status)])
        let uploads = try uploads(server)
        await add(["a"], to: uploads)
        #expect(await uploads.deliver().failure == .network(.refused(status: status, detail: nil)))
        #expect(await uploads.deliver().delivered == 1)
    }

    @Test func manyWhoAskAtOnceSendOnce() async throws {
        let server = FakeServer()
        let uploads = try uploads(server)
        await add((1...20).map(String.init), to: uploads)
        await withTaskGroup { group in
            for _ in 1...8 { group.addTask { _ = await uploads.deliver() } }
        }
        #expect(server.names == (1...20).map(String.init))
        #expect(await uploads.waiting == 0)
    }

    @Test func whatDoesNotFitIsSentAtOnceOrCounted() async throws {
        let server = FakeServer([.init(), .offline, .offline])
        let uploads = try uploads(server, limits: OfflineLimits(bytes: 10))
        await add(["a", "b"], to: uploads)
        #expect(server.names == ["a", "b", "b"])
        #expect(await uploads.dropped == 1)
    }

    @Test func theServersAddressIsTheOneOfNow() async throws {
        do { await add(["a"], to: try uploads(FakeServer())) }
        let server = FakeServer()
        let moved = try #require(URL(string: "https://moved.test/console"))
        let delivery = server.delivery(retry: RetryPolicy(attempts: 2))
        _ = await (try OfflineUploads(file: file, limits: OfflineLimits(), server: moved, delivery: delivery)).deliver()
        #expect(server.requests.first?.url?.absoluteString == "https://moved.test/console/loggw/logUpload.do")
    }

    private func uploads(_ server: FakeServer, limits: OfflineLimits = OfflineLimits()) throws -> OfflineUploads {
        try OfflineUploads(file: file, limits: limits, server: .demoConsole, delivery: server.delivery(retry: RetryPolicy(attempts: 2)))
    }

    private func add(_ names: [String], to uploads: OfflineUploads) async {
        for name in names {
            guard let request = try? LogGateway(server: .demoConsole, sender: .demo).post("loggw/logUpload.do", body: [1, 10, 255], batch: name)
            else {
                Issue.record("no request")
                continue
            }
            await uploads.add("loggw/logUpload.do", request)
        }
    }
}

extension FakeServer {
    fileprivate var names: [String] { requests.compactMap { $0.value(forHTTPHeaderField: "X-Batch-Id") } }
    fileprivate var reason: String { (URLError(.notConnectedToInternet) as NSError).localizedDescription }
}
