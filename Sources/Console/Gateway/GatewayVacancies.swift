/// Operations of the contract whose rooms are still to be built. What could only be given answers that there is nothing, which is so; what would
/// have to be kept is refused with 6000, so that no device believes it was.
enum GatewayVacancies {
    static let operations: [GatewayOperation] =
        [
            GatewayOperation("mpaas.diagnosis.poll") { (_: Asked, _) in NoTasks() }
        ]
        + ["mpaas.push.bind", "mpaas.push.unbind", "mpaas.push.report"].map { name in
            GatewayOperation(raw: name) { _ in throw GatewayRefusal(.noService, "this console has no service for \(name) yet") }
        }

    struct Asked: Decodable, Sendable {
        let productVersion: String?
    }

    struct NoTasks: Encodable, Sendable {
        let tasks: [String] = []
    }
}
