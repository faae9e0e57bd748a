import Foundation
import MainSiteClient

/// What `console call` prints.
struct CallOutcome {
    let status: GatewayStatus
    let memo: String?
    let tips: String?
    /// As it came; nothing on a refusal.
    let result: Data

    /// - Throws: `Refusal` where the gateway did not answer; a status other than 1000 is an answer.
    init(_ outcome: Result<GatewayAnswer, GatewayFailure>) throws {
        switch outcome {
        case .success(let answer): (status, memo, tips, result) = (.ok, answer.memo, nil, Data(answer.body))
        case .failure(.refused(let refusal)): (status, memo, tips, result) = (refusal.status, refusal.memo, refusal.tips, Data())
        case .failure(let failure): throw Refusal("\(failure)")
        }
    }

    /// For a person.
    var text: String {
        let named = [("Memo", memo), ("Tips", tips)].compactMap { name, value in value.map { "\(name): \($0)" } }
        let body = result.isEmpty ? [] : [String(decoding: result, as: UTF8.self)]
        return (["Result-Status: \(status.rawValue)"] + named + body).joined(separator: "\n")
    }

    /// For a script: `{"memo","result","status","tips"}`. The result stands in it as it came, digits of numbers included.
    func document() throws -> String {
        let fields = [("memo", try quoted(memo)), ("result", try value()), ("status", "\(status.rawValue)"), ("tips", try quoted(tips))]
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// A result that is not JSON, as an upstream may give, becomes a string.
    private func value() throws -> String {
        if result.isEmpty { return "null" }
        let text = String(decoding: result, as: UTF8.self)
        return Self.isJSON(result) ? text : try quoted(text)
    }

    private func quoted(_ text: String?) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(text), as: UTF8.self)
    }

    static func isJSON(_ data: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    }
}
