import Foundation
import Synchronization

@testable import MainSiteClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers requests from a script, and keeps them. After the script it acknowledges everything.
final class FakeServer: Sendable {
    struct Step: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body = #"{"code":200,"accepted":1,"rejected":0,"duplicate":false}"#
        var isOffline = false

        static let offline = Step(isOffline: true)
    }

    private let script: Mutex<[Step]>
    private let kept = Mutex<[URLRequest]>([])
    private let slept = Mutex<[Double]>([])

    init(_ script: [Step] = []) {
        self.script = Mutex(script)
    }

    var requests: [URLRequest] { kept.withLock { $0 } }
    var waits: [Double] { slept.withLock { $0 } }

    /// Waits take no time; randomness is its largest value.
    func delivery(retry: RetryPolicy = RetryPolicy()) -> Delivery {
        Delivery(
            retry: retry,
            send: { try self.answer($0) },
            sleep: { seconds in self.slept.withLock { $0.append(seconds) } },
            random: { 1 },
            now: { Date(timeIntervalSince1970: 784_111_777) }
        )
    }

    private func answer(_ request: URLRequest) throws -> (Data, HTTPURLResponse) {
        kept.withLock { $0.append(request) }
        let step = script.withLock { $0.isEmpty ? Step() : $0.removeFirst() }
        guard !step.isOffline, let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: step.status, httpVersion: nil, headerFields: step.headers)
        else { throw URLError(.notConnectedToInternet) }
        return (Data(step.body.utf8), response)
    }
}

extension LogSender {
    static let demo = LogSender(
        productId: "SIMPLEDEMORPC_IOS-0000017768",
        version: "2.3.0",
        deviceId: "UTD1",
        userId: "u1",
        zone: TimeZone(secondsFromGMT: 8 * 3600) ?? .gmt
    )
}

extension URL {
    static let demoConsole = URL(string: "http://console.test") ?? URL(filePath: "/")
}
