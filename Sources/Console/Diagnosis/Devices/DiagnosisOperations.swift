import Foundation
import Storage
import Web

/// What devices call through the gateway.
struct DiagnosisOperations: Sendable {
    let diagnosis: Diagnosis

    var operations: [GatewayOperation] {
        [GatewayOperation("mpaas.diagnosis.poll", poll)]
    }

    /// The device's own tasks, and those of its user. Answered from memory; only the first question of a user's new device waits for the database.
    @Sendable private func poll(_ request: Request, _ call: GatewayCall) async throws -> Answer {
        let device = request.did ?? call.device
        guard NewBadgeAudience.isDevice(device) else { throw GatewayRefusal(.badFormat, "did is not a device id") }
        // Who is logged in counts; what the request says of a user is taken where nobody is.
        let user = call.user ?? request.userId ?? ""
        guard user.isEmpty || NewBadgeAudience.isUser(user) else { throw GatewayRefusal(.badFormat, "userId is not a user id") }
        let found = diagnosis.index.tasks(call.app.id, call.platform.platform, device: device, user: user, at: call.receivedAt)
        var tasks: [Task] = []
        for open in found.prefix(DiagnosisLimits.told) {
            guard let part = try await part(of: open, device, at: call.receivedAt) else { continue }
            diagnosis.deliveries.note(DiagnosisPartKey(app: open.app, task: open.task, id: part.id), round: part.round)
            let address = DiagnosisAddress(app: open.app, part: part.id, round: part.round).url(open.publicURL, diagnosis.key)
            tasks.append(Task(open, address))
        }
        return Answer(tasks: tasks)
    }

    private func part(of open: DiagnosisOpen, _ device: String, at now: Date) async throws -> DiagnosisOpen.Part? {
        if let part = open.parts[device] { return part }
        return try await diagnosis.database.promptly { [diagnosis] _ in
            // Another node may have made it, or the task is full: only a row that is added is a change.
            let (known, mayAdd) = try await diagnosis.database.read {
                (try $0.diagnosisPart(open.app, open.task, of: device), try $0.mayAddDiagnosisPart(open.app, open.task, at: now))
            }
            if let known { return known.state.isOpen ? known : nil }
            guard mayAdd else { return nil }
            return try await diagnosis.change { try $0.addDiagnosisPart(open.app, open.task, of: device, open.platform, at: now) }
        }
    }

    struct Request: Decodable, Sendable {
        let did: String?
        let userId: String?
    }

    struct Answer: Encodable, Sendable {
        let tasks: [Task]
    }

    /// A task as its device sees it. Times are RFC 3339 in UTC.
    struct Task: Encodable, Sendable {
        let id: String
        let from: String
        let to: String
        let network: DiagnosisNetwork
        /// Takes the file by PUT, see ``DiagnosisUploadRoutes``.
        let uploadURL: String

        init(_ open: DiagnosisOpen, _ address: String) {
            (id, network, uploadURL) = (open.task, open.network, address)
            (from, to) = (open.from.ISO8601Format(), open.to.ISO8601Format())
        }
    }
}
