import Foundation
import Testing

@testable import MainSiteClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct LogConfigTests {
    @Test func whatTheServerLeavesOutHasItsDefault() async throws {
        let server = FakeServer([
            .init(body: #"{"code":200,"content":{"performance":{"enabled":false,"network":"wifi","sampleRate":100}}}"#)
        ])
        let config = try await LogConfig.fetch(from: .demoConsole, for: .demo, delivery: server.delivery())
        #expect(server.requests.first?.url?.absoluteString == "http://console.test/loggw/logConfig.do?productId=SIMPLEDEMORPC_IOS-0000017768")
        let performance = config["performance"]
        #expect(!performance.enabled && performance.network == .wifi && performance.sampleRate == 100)
        #expect(performance.level == 2 && performance.threshold == 100)
        #expect(config["crash"] == LogConfig.Kind())
    }

    @Test func anUnknownProductIsAFailure() async {
        let server = FakeServer([.init(status: 404)])
        await #expect(throws: DeliveryFailure.refused(status: 404, detail: nil)) {
            try await LogConfig.fetch(from: .demoConsole, for: .demo, delivery: server.delivery())
        }
    }
}
