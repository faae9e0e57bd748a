import Foundation
import HTTPTypes
import Storage
import Web

/// Trying calls from the console: the same way as a device's, within the same limits, but not counted.
struct GatewayTrials: Sendable {
    let gateway: Gateway
    let database: Database
    let audit: Audit

    /// Signs and makes a call as a device of the platform. Audited, because it can change something.
    /// - Throws: `invalid` for what cannot be sent, `notFound` for a platform that the app does not have. What the gateway refuses is a result.
    func run(_ trial: GatewayTrial, on app: App, by actor: Actor) async throws -> GatewayTrialResult {
        try trial.check()
        guard let platform = app.platform(trial.platform), let signer = gateway.apps.signer(appKey: platform.appKey) else { throw Problem.notFound }
        try await database.write { connection in
            try audit.record(connection, by: actor, "gateway.try", app: app.id, object: "\(trial.operation) \(platform.appKey)")
        }
        let start = ContinuousClock.now
        let (status, reason, answer) = await answer(trial, signer)
        return GatewayTrialResult(
            status: status,
            reason: reason,
            body: try await answer?.text() ?? "",
            milliseconds: (ContinuousClock.now - start) / .milliseconds(1),
            session: answer?.session
        )
    }

    private func answer(_ trial: GatewayTrial, _ signer: AppSigner) async -> (GatewayStatus, String, GatewayAnswer?) {
        let fields = trial.headers(signer, at: gateway.clock.now)
        do {
            let headers = try GatewayHeaders(fields)
            let ask = GatewayAsk { name in HTTPField.Name(name).flatMap { fields[$0] } }
            return (.ok, "", try await gateway.answer(headers, signer, trial.body, ask))
        } catch let refusal as GatewayRefusal {
            return (refusal.status, refusal.reason, nil)
        } catch {
            let passing = GatewayRefusal(passing: error)
            return (passing?.status ?? .unknown, passing?.reason ?? "\(type(of: error))", nil)
        }
    }
}

extension GatewayAnswer {
    /// The beginning of the body; indented when it is short JSON.
    fileprivate func text() async throws -> String {
        switch body {
        case .bytes(let bytes):
            guard bytes.count <= GatewayTrialResult.shown else {
                return String(decoding: bytes.prefix(GatewayTrialResult.shown), as: UTF8.self) + " …"
            }
            return Self.indented(bytes) ?? String(decoding: bytes, as: UTF8.self)
        case .stream(let parts, let length):
            var start: [UInt8] = []
            for try await part in parts where start.count < GatewayTrialResult.shown { start += Array(buffer: part) }
            return String(decoding: start.prefix(GatewayTrialResult.shown), as: UTF8.self) + " … (\(length))"
        }
    }

    private static func indented(_ bytes: [UInt8]) -> String? {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else { return nil }
        let data = try? JSONSerialization.data(
            withJSONObject: value,
            options: [.prettyPrinted, .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        )
        return data.map { String(decoding: $0, as: UTF8.self) }
    }
}
