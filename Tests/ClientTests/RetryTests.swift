import Foundation
import Testing

@testable import MainSiteClient

@Suite struct RetryTests {
    private let policy = RetryPolicy(attempts: 10, base: 1, longest: 60)

    @Test func waitsDoubleUpToTheLongest() {
        let waits = (1...9).map { policy.wait(failures: $0, requested: nil, random: 1) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        #expect(policy.wait(failures: 3, requested: nil, random: 0) == 2)
        #expect(policy.wait(failures: 10, requested: nil, random: 0) == nil)
    }

    @Test func theServersWishIsWaitedInFullOrNotAtAll() {
        #expect(policy.wait(failures: 1, requested: 30, random: 0) == 30)
        #expect(policy.wait(failures: 1, requested: 30, random: 1) == 33)
        #expect(policy.wait(failures: 1, requested: 61, random: 0) == nil)
    }

    @Test func retryAfterIsSecondsOrADate() {
        let now = Date(timeIntervalSince1970: 784_111_777)
        #expect(RetryAfter.seconds("120", now: now) == 120)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:50:37 GMT", now: now) == 60)
        #expect(RetryAfter.seconds("Sun, 06 Nov 1994 08:00:00 GMT", now: now) == 0)
        #expect(RetryAfter.seconds("soon", now: now) == nil)
        #expect(RetryAfter.seconds("-5", now: now) == nil)
    }

    @Test func aDeliveryHonoursRetryAfter() async throws {
        let server = FakeServer([.init(status: 429, headers: ["Retry-After": "20"])])
        let result = try await crash(server)
        #expect(result == .success(.init(accepted: 1, rejected: 0, duplicate: false)))
        #expect(server.waits == [22])
    }

    @Test func aDeliveryEndsWhenTheServerWantsTooMuchTime() async throws {
        let server = FakeServer([.init(status: 503, headers: ["Retry-After": "3600"])])
        #expect(try await crash(server) == .failure(.busy(status: 503, retryAfter: 3600, detail: nil)))
        #expect(server.requests.count == 1)
    }

    @Test func aCancelledTaskStopsWaiting() async throws {
        let delivery = Delivery(send: { _ in throw URLError(.timedOut) })
        let task = Task { try await CrashUploader(server: .demoConsole, sender: .demo, delivery: delivery).upload([1]) }
        task.cancel()
        #expect(try await task.value == .failure(.cancelled))
    }

    @Test func oneThatIsCancelledWhileItWaitsSaysSo() async throws {
        let delivery = Delivery(send: { _ in throw URLError(.timedOut) }, sleep: { _ in throw CancellationError() })
        let result = try await CrashUploader(server: .demoConsole, sender: .demo, delivery: delivery).upload([1])
        #expect(result == .failure(.cancelled))
    }

    private func crash(_ server: FakeServer) async throws -> Result<UploadResult, DeliveryFailure> {
        try await CrashUploader(server: .demoConsole, sender: .demo, delivery: server.delivery()).upload(Array("crash".utf8))
    }
}
