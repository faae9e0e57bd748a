import Foundation
import HTTPTypes
import Hummingbird
import Web

/// `POST /mgw.htm`: reads a call from the wire and writes its answer. Whatever happened, HTTP says 200 and `Result-Status` says what.
struct GatewayRoutes: Sendable {
    let gateway: Gateway
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        try routes.machine(.post, "mgw.htm", answer)
    }

    @Sendable private func answer(_ request: Request, _ context: Context) async throws -> Response {
        do {
            let headers = try GatewayHeaders(request.headers)
            return await answer(request, headers, try gateway.signer(headers), context)
        } catch let refusal as GatewayRefusal {
            return .refused(refusal.status, words(context))
        }
    }

    /// From here on the app is known, and the call is counted.
    private func answer(_ request: Request, _ headers: GatewayHeaders, _ signer: AppSigner, _ context: Context) async -> Response {
        let ask = GatewayAsk { [fields = request.headers] name in HTTPField.Name(name).flatMap { fields[$0] } }
        let operation = gateway.target(headers.operation, of: signer.app.id).name(headers.operation)
        var meter = GatewayMeter(headers, signer, ask, at: gateway.clock.now)
        do {
            let body = try await body(of: request, limit: gateway.bodyLimit(headers.operation))
            meter.begin(bytes: body.count)
            let answer = try await gateway.answer(headers, signer, body, ask)
            gateway.count(meter.end(.ok, "", operation: operation, bytes: answer.body.count))
            return .answered(answer, known: request.headers[.ifNoneMatch])
        } catch {
            let refusal = refusal(error, context)
            gateway.count(meter.end(refusal.status, refusal.reason, operation: operation, bytes: 0))
            return .refused(refusal.status, words(context))
        }
    }

    private func body(of request: Request, limit: Int) async throws -> [UInt8] {
        do {
            return try await request.bytes(upTo: limit)
        } catch let problem as Problem {
            throw GatewayRefusal(.badFormat, problem.kind == .tooLarge ? "the body has more than \(limit) bytes" : "the body cannot be unpacked")
        }
    }

    /// Anything but a refusal is a bug: logged whole, and told as 5000.
    private func refusal(_ error: any Error, _ context: Context) -> GatewayRefusal {
        if let refusal = error as? GatewayRefusal ?? GatewayRefusal(passing: error) { return refusal }
        context.logger.error("gateway call failed", metadata: ["request_id": "\(context.requestID)", "error": "\(error)"])
        return GatewayRefusal(.unknown, "an error of the console, request \(context.requestID)")
    }

    /// Devices of the documents are Chinese and name no language; the API's English is not for them.
    private func words(_ context: Context) -> Catalogue.Words {
        catalogue[context.headers[.acceptLanguage] == nil ? .chinese : context.reader.language]
    }
}
