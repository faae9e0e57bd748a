import Formats

/// The body of a call: a JSON array of one element, which is the request or holds it as `_requestBody`.
enum GatewayBody {
    /// Arrays and objects within each other at most.
    static let depthLimit = 64

    /// Cuts the request out of the body, as it stands there.
    /// - Throws: a refusal with 3001 for nothing, 3002 for anything but an array of one.
    static func request(in body: [UInt8]) throws -> [UInt8] {
        guard !body.isEmpty else { throw GatewayRefusal(.emptyRequest, "no body") }
        // What is passed on is read by servers that may take such bytes for something else; RFC 8259, 8.1.
        guard String(validating: body, as: UTF8.self) != nil else { throw GatewayRefusal(.badFormat, "the body is not UTF-8") }
        do {
            guard let elements = try JSONScanner.elements(of: body, depthLimit: depthLimit), elements.count == 1 else {
                throw GatewayRefusal(.badFormat, "the body is not a JSON array of one")
            }
            return Array(body[try JSONScanner.member("_requestBody", of: body, in: elements[0]) ?? elements[0]])
        } catch JSONScanner.Fault.tooDeep {
            throw GatewayRefusal(.badFormat, "the body is nested deeper than \(depthLimit) levels")
        } catch JSONScanner.Fault.malformed(let place) {
            throw GatewayRefusal(.badFormat, "the body is not JSON from byte \(place) on")
        }
    }
}
