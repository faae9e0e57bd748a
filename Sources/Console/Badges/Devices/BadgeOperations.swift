import Foundation

/// What devices call through the gateway.
extension Badges {
    var operations: [GatewayOperation] {
        [GatewayOperation("mpaas.badge.pull", pull), GatewayOperation("mpaas.badge.ack", changesState: true, acknowledge)]
    }

    @Sendable private func pull(_ request: RolloutRequest, _ call: GatewayCall) async throws -> PullResult {
        PullResult(badges: try await pull(try BadgeAsker(request, call)))
    }

    @Sendable private func acknowledge(_ request: AckRequest, _ call: GatewayCall) async throws -> AckResult {
        guard request.widgetIds.count <= Self.mostWidgets, request.widgetIds.allSatisfy(BadgePath.isWidget) else {
            throw GatewayRefusal(.badFormat, "widgetIds takes up to \(Self.mostWidgets) ids such as #A")
        }
        return AckResult(acknowledged: try await acknowledge(Set(request.widgetIds), by: try BadgeAsker(request.who, call)))
    }

    private static let mostWidgets = 100

    struct PullResult: Encodable, Sendable {
        let badges: [BadgeItem]
    }

    /// Beside what is cleared, who clears it, as in a pull.
    struct AckRequest: Decodable, Sendable {
        let widgetIds: [String]
        let who: RolloutRequest

        enum CodingKeys: String, CodingKey {
            case widgetIds
        }

        init(from decoder: any Decoder) throws {
            widgetIds = try decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .widgetIds)
            who = try RolloutRequest(from: decoder)
        }
    }

    struct AckResult: Encodable, Sendable {
        let acknowledged: Int
    }
}

extension BadgeAsker {
    /// What the request does not say is taken from the call: the device of its header, the user of its session.
    /// - Throws: `GatewayRefusal` 3002 for a name that is none.
    init(_ request: RolloutRequest, _ call: GatewayCall) throws {
        let traits = RolloutDevice(request, call)
        guard traits.device.isEmpty || NewBadgeAudience.isDevice(traits.device) else { throw GatewayRefusal(.badFormat, "did is not a device id") }
        guard traits.user.isEmpty || NewBadgeAudience.isUser(traits.user) else { throw GatewayRefusal(.badFormat, "userId is not a user id") }
        self.init(app: call.app.id, device: traits.device.orNil, user: traits.user.orNil, traits: traits, at: call.receivedAt)
    }
}
