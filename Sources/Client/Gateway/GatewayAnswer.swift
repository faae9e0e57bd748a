import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A successful answer as it came: `Result-Status: 1000` and the result as JSON.
public struct GatewayAnswer: Sendable, Hashable {
    /// What the gateway says about the result, mostly nothing.
    public let memo: String?
    /// The result: JSON.
    public let body: [UInt8]

    /// The result as a value; dates are read from RFC 3339.
    public func decoded<Answer: Decodable>(as type: Answer.Type = Answer.self) -> Result<Answer, GatewayFailure> {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            return .success(try decoder.decode(type, from: Data(body)))
        } catch {
            return .failure(.unreadable(String(describing: error)))
        }
    }

    /// Tells the gateway's answers apart: every one of them has `Result-Status`.
    static func read(_ data: Data, _ response: HTTPURLResponse) -> Result<GatewayAnswer, GatewayFailure> {
        guard response.statusCode == 200, let code = response.value(forHTTPHeaderField: "Result-Status").flatMap({ Int($0) }) else {
            return .failure(.notTheGateway(httpStatus: response.statusCode))
        }
        let status = GatewayStatus(rawValue: code)
        let memo = words(response, "Memo")
        guard status == .ok else { return .failure(.refused(GatewayRefusal(status: status, memo: memo, tips: words(response, "Tips")))) }
        return .success(GatewayAnswer(memo: memo, body: Array(data)))
    }

    /// A header of percent-encoded UTF-8; as it is where it is not that.
    private static func words(_ response: HTTPURLResponse, _ name: String) -> String? {
        response.value(forHTTPHeaderField: name).flatMap { $0.isEmpty ? nil : $0.removingPercentEncoding ?? $0 }
    }
}
