/// Operations of the contract whose rooms are still to be built. What could only be given answers that there is nothing, which is so; what would
/// have to be kept is refused with 6000, so that no device believes it was.
enum GatewayVacancies {
    static let operations: [GatewayOperation] =
        [
            GatewayOperation("alipay.client.getUnionResource") { (_: Asked, _) in NoPatch() },
            GatewayOperation("mpaas.diagnosis.poll") { (_: Asked, _) in NoTasks() },
        ]
        + ["mpaas.push.bind", "mpaas.push.unbind", "mpaas.push.report", "mpaas.hotpatch.report"].map { name in
            GatewayOperation(raw: name) { _ in throw GatewayRefusal(.noService, "this console has no service for \(name) yet") }
        }

    struct Asked: Decodable, Sendable {
        let productVersion: String?
    }

    /// Contract, section 6: `{"patch":null}`.
    struct NoPatch: Encodable, Sendable {
        private enum Key: CodingKey {
            case patch
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encodeNil(forKey: .patch)
        }
    }

    struct NoTasks: Encodable, Sendable {
        let tasks: [String] = []
    }
}
