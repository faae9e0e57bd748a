import Foundation
import Synchronization

@testable import MainSiteClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A console for one device: offers what the test says, hands out packages by ranges, and keeps reports.
final class HotpatchConsole: Sendable {
    struct State: Sendable {
        var answer = #"{"patch":null}"#
        var packages: [String: [UInt8]] = [:]
        var isOffline = false
        /// Downloads that are answered before the network breaks.
        var downloadsLeft = Int.max
        var knowsRanges = true
        var reports: [String] = []
        var questions: [String] = []
        var ranges: [String] = []
    }

    let state = Mutex(State())

    var reports: [String] { state.withLock { $0.reports } }
    var questions: [String] { state.withLock { $0.questions } }
    var ranges: [String] { state.withLock { $0.ranges } }

    func change(_ change: @Sendable (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    /// - Returns: what the answer to the device's question is from now on.
    @discardableResult
    func offer(_ version: String, _ package: [UInt8], format: Int, runAt: String = "nextLaunch", size: Int? = nil, sha256: String? = nil) -> String {
        let digest = sha256 ?? HotpatchPackage.digest(package)
        let signature = format == 1 ? Array(package.suffix(256)) : Self.sealedSignature(package)
        let patch =
            #""version":"\#(version)","url":"http://console.test/hotpatches/demo/\#(digest)","sha256":"\#(digest)","size":\#(size ?? package.count),"#
            + #""format":\#(format),"signature":"\#(Data(signature).base64EncodedString())","runAt":"\#(runAt)""#
        let answer = "{\"patch\":{\(patch)}}"
        change {
            $0.answer = answer
            $0.packages["/hotpatches/demo/\(digest)"] = package
        }
        return answer
    }

    /// The last field of format 2.
    private static func sealedSignature(_ package: [UInt8]) -> [UInt8] {
        var at = 8
        for _ in 0..<2 { at += 4 + package[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        return Array(package[(at + 4)...])
    }

    var send: Send {
        { [self] request in
            try state.withLock { state in
                guard !state.isOffline, let url = request.url else { throw URLError(.notConnectedToInternet) }
                let (status, headers, body) = url.path == "/mgw.htm" ? Self.call(request, &state) : try Self.download(request, url.path, &state)
                guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers) else {
                    throw URLError(.badURL)
                }
                return (body, response)
            }
        }
    }

    private static func call(_ request: URLRequest, _ state: inout State) -> (Int, [String: String], Data) {
        let body = String(decoding: request.httpBody ?? Data(), as: UTF8.self)
        guard request.value(forHTTPHeaderField: "Operation-Type") == "alipay.client.getUnionResource" else {
            state.reports.append(body.replacing(#"[{"_requestBody":"#, with: "").replacing("}]", with: ""))
            return (200, ["Result-Status": "1000"], Data("{}".utf8))
        }
        state.questions.append(body)
        return (200, ["Result-Status": "1000"], Data(state.answer.utf8))
    }

    private static func download(_ request: URLRequest, _ path: String, _ state: inout State) throws -> (Int, [String: String], Data) {
        guard state.downloadsLeft > 0 else { throw URLError(.networkConnectionLost) }
        state.downloadsLeft -= 1
        guard let package = state.packages[path], let range = request.value(forHTTPHeaderField: "Range") else { return (404, [:], Data()) }
        state.ranges.append(range)
        guard state.knowsRanges else { return (200, [:], Data(package)) }
        let ends = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
        let last = min(ends[1], package.count - 1)
        return (206, ["Content-Range": "bytes \(ends[0])-\(last)/\(package.count)"], Data(package[ends[0]...last]))
    }
}
