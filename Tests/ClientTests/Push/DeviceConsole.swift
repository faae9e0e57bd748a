import Foundation
import Synchronization

@testable import MainSiteClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A console for one device: keeps what it is told, and takes an upload piece by piece.
final class DeviceConsole: Sendable {
    struct State: Sendable {
        var isOffline = false
        /// By operation; `{}` for others.
        var answers: [String: String] = [:]
        /// Result-Status by operation; 1000 for others.
        var codes: [String: Int] = [:]
        /// `<operation> <request>` of calls that were answered.
        var calls: [String] = []
        /// What came of the upload.
        var uploaded: [UInt8] = []
        var isComplete = false
        var digest: String?
        /// `Content-Range` of each piece.
        var ranges: [String] = []
        /// Requests of the upload that are answered before the network breaks.
        var piecesLeft = Int.max
        /// Answered to everything about the upload instead.
        var uploadStatus: Int?
        /// Requests of the upload that are answered with 429 first, and what their `Retry-After` says.
        var busy = 0
        var retryAfter: String?
    }

    let state = Mutex(State())

    var calls: [String] { state.withLock { $0.calls } }
    var ranges: [String] { state.withLock { $0.ranges } }
    var uploaded: [UInt8] { state.withLock { $0.uploaded } }

    func change(_ change: @Sendable (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    var send: Send {
        { [self] request in
            try state.withLock { state in
                guard !state.isOffline, let url = request.url else { throw URLError(.notConnectedToInternet) }
                let (status, headers, body) = try Self.answer(request, url.path, &state)
                guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers) else {
                    throw URLError(.badURL)
                }
                return (body, response)
            }
        }
    }

    private static func answer(_ request: URLRequest, _ path: String, _ state: inout State) throws -> (Int, [String: String], Data) {
        switch path {
        case "/mgw.htm": call(request, &state)
        case "/loggw/logUpload.do": (200, [:], Data(#"{"code":200,"accepted":1,"rejected":0,"duplicate":false}"#.utf8))
        default: try upload(request, &state)
        }
    }

    private static func call(_ request: URLRequest, _ state: inout State) -> (Int, [String: String], Data) {
        let operation = request.value(forHTTPHeaderField: "Operation-Type") ?? ""
        let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
        state.calls.append("\(operation) \(body.replacing(#"[{"_requestBody":"#, with: "").replacing("}]", with: ""))")
        let code = state.codes[operation] ?? 1000
        return (200, ["Result-Status": "\(code)"], code == 1000 ? Data((state.answers[operation] ?? "{}").utf8) : Data())
    }

    private static func upload(_ request: URLRequest, _ state: inout State) throws -> (Int, [String: String], Data) {
        guard state.piecesLeft > 0 else { throw URLError(.networkConnectionLost) }
        state.piecesLeft -= 1
        if let status = state.uploadStatus { return (status, [:], Data()) }
        if state.busy > 0 {
            state.busy -= 1
            return (429, state.retryAfter.map { ["Retry-After": $0] } ?? [:], Data())
        }
        let range = request.value(forHTTPHeaderField: "Content-Range") ?? ""
        state.ranges.append(range)
        let numbers = range.split { !"0123456789".contains($0) }.compactMap { Int($0) }
        guard numbers.count == 3 else { return further(state) }
        guard numbers[0] <= state.uploaded.count else { return (409, place(state), Data()) }
        state.uploaded = Array(state.uploaded.prefix(numbers[0]) + (request.httpBody ?? Data()))
        state.digest = request.value(forHTTPHeaderField: "X-Content-SHA256")
        state.isComplete = state.uploaded.count == numbers[2]
        return further(state)
    }

    private static func further(_ state: State) -> (Int, [String: String], Data) {
        state.isComplete ? (201, [:], Data("{}".utf8)) : (308, place(state), Data())
    }

    private static func place(_ state: State) -> [String: String] {
        state.uploaded.isEmpty ? [:] : ["Range": "bytes=0-\(state.uploaded.count - 1)"]
    }

    /// The way of a device to it.
    func gateway(now: @escaping @Sendable () -> Date) -> GatewayClient {
        GatewayClient(
            address: URL.demoConsole.appending(path: "mgw.htm"),
            identity: GatewayIdentity(appKey: "DEMO_IOS"),
            signer: GatewaySigner(secret: GatewaySignerTests.secret),
            send: send,
            sleep: { _ in },
            now: now
        )
    }
}
