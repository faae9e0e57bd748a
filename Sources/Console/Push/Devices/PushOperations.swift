import Foundation

/// What devices call through the gateway.
extension PushDevices {
    var operations: [GatewayOperation] {
        [
            GatewayOperation("mpaas.push.bind", changesState: true, bodyLimit: Self.bodyLimit, bind),
            GatewayOperation("mpaas.push.unbind", changesState: true, bodyLimit: Self.bodyLimit, unbind),
            GatewayOperation("mpaas.push.report", changesState: true, bodyLimit: Self.bodyLimit, report),
        ]
    }

    /// Bytes: a token has at most 4,096.
    private static let bodyLimit = 16_384

    @Sendable private func bind(_ request: PushBinding.Request, _ call: GatewayCall) async throws -> PushResult {
        try await intake.take(.binding(try PushBinding(request, call)))
        return PushResult()
    }

    struct UnbindRequest: Decodable, Sendable {
        let token: String?
        let did: String?
    }

    @Sendable private func unbind(_ request: UnbindRequest, _ call: GatewayCall) async throws -> PushResult {
        let device = try PushBinding.device(request.did, call)
        let token = request.token?.orNil
        guard (token?.utf8.count ?? 0) <= 4_096, token?.utf8.contains(0) != true else { throw GatewayRefusal(.badFormat, "token is none") }
        try await intake.take(.unbinding(PushUnbinding(app: call.app.id, device: device, token: token, at: call.receivedAt)))
        return PushResult()
    }

    struct ReportRequest: Decodable, Sendable {
        let messageId: String
        let event: PushReport.Event
        let did: String?
    }

    /// What tells of a message that there is not is answered in the same way: the device did what it could.
    @Sendable private func report(_ request: ReportRequest, _ call: GatewayCall) async throws -> PushResult {
        let device = try PushBinding.device(request.did, call)
        guard (1...64).contains(request.messageId.utf8.count), !request.messageId.utf8.contains(0) else {
            throw GatewayRefusal(.badFormat, "messageId is none")
        }
        let report = PushReport(app: call.app.id, device: device, message: request.messageId, event: request.event, at: call.receivedAt)
        try await intake.take(.report(report))
        return PushResult()
    }

    /// As the clients of such services know it (help.aliyun.com/document_detail/51645): 100 is success.
    struct PushResult: Encodable, Sendable {
        var success = true
        var code = 100
        var name = "SUCCESS"
        var message = ""
    }
}
