import HTTPTypes
import Hummingbird
import NIOCore
import Web

extension Response {
    /// 1000 with the answer; 304 when the device has it already.
    /// - Parameter known: the device's `If-None-Match`.
    static func answered(_ answer: GatewayAnswer, known: String?) -> Response {
        var headers: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .cacheControl: "no-store", .resultStatus: "\(GatewayStatus.ok.rawValue)",
        ]
        headers[.eTag] = answer.etag
        headers[.sessionID] = answer.session
        if let known, known == answer.etag { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: answer.body.response)
    }

    /// An empty body; why stands in `Memo`, what to do in `Tips`, both percent-encoded UTF-8.
    static func refused(_ status: GatewayStatus, _ words: Catalogue.Words) -> Response {
        let headers: HTTPFields = [
            .cacheControl: "no-store", .resultStatus: "\(status.rawValue)", .contentLength: "0",
            .memo: PercentEncoding.encode(words["gateway.memo.\(status.rawValue)"]),
            .tips: PercentEncoding.encode(words["gateway.tips.\(status.rawValue)"]),
        ]
        return Response(status: .ok, headers: headers)
    }
}

extension GatewayAnswer.Body {
    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .stream(_, let length): length
        }
    }

    fileprivate var response: ResponseBody {
        switch self {
        case .bytes(let bytes):
            return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .stream(let parts, let length):
            return ResponseBody(contentLength: length) { writer in
                for try await part in parts { try await writer.write(part) }
                try await writer.finish(nil)
            }
        }
    }
}
