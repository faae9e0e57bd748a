import Foundation
import Testing

@testable import MainSiteClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct CrashUploaderTests {
    @Test func theSameReportHasTheSameNameAtTheNextStart() async throws {
        let server = FakeServer()
        for _ in 1...2 {
            let uploader = CrashUploader(server: .demoConsole, sender: .demo, delivery: server.delivery())
            #expect(try await uploader.upload(Array("crash".utf8)) == .success(.init(accepted: 1, rejected: 0, duplicate: false)))
        }
        #expect(server.requests.map { $0.url?.path() } == ["/loggw/crash.do", "/loggw/crash.do"])
        #expect(Set(server.requests.map { $0.value(forHTTPHeaderField: "X-Batch-Id") }).count == 1)
    }
}
