import Formats
import Foundation
import Storage
import Web

/// What is known of a user's devices, or of one device (个人用户诊断).
struct DiagnosisPerson: Codable, Sendable {
    /// Last seen first, at most ``most``.
    let devices: [Device]
    /// Of them, newest first.
    let tasks: [DiagnosisTask]

    static let most = 50

    struct Device: Codable, Sendable {
        let device: String
        let platform: Platform
        let userId: String
        let version: String
        let model: String
        let osVersion: String
        let seenAt: Date
    }

    func masked() -> DiagnosisPerson {
        let devices = devices.map { device in
            Device(
                device: device.device,
                platform: device.platform,
                userId: PersonalMask.masked(device.userId),
                version: device.version,
                model: device.model,
                osVersion: device.osVersion,
                seenAt: device.seenAt
            )
        }
        return DiagnosisPerson(devices: devices, tasks: tasks.map { $0.masked() })
    }
}

extension Diagnosis {
    /// - Parameters:
    ///   - user: exactly; or empty.
    ///   - device: the same.
    func person(user: String, device: String, of app: String) async throws -> DiagnosisPerson {
        let who = device.isEmpty ? user : device
        guard !who.isEmpty else { return DiagnosisPerson(devices: [], tasks: []) }
        return try await database.read { connection in
            DiagnosisPerson(
                devices: try connection.diagnosisKnown(app, user: user, device: device, limit: DiagnosisPerson.most),
                tasks: try connection.diagnosisTasks(app, DiagnosisFilter(who: who), before: nil, limit: 20)
            )
        }
    }
}

extension DiagnosisTask {
    /// Without telephone numbers and mail addresses.
    func masked() -> DiagnosisTask {
        DiagnosisTask(
            id: id,
            userId: PersonalMask.masked(userId),
            deviceId: deviceId,
            platform: platform,
            from: from,
            to: to,
            network: network,
            channel: channel,
            description: PersonalMask.masked(description),
            consent: PersonalMask.masked(consent),
            state: state,
            rule: rule,
            subject: subject,
            createdAt: createdAt,
            createdBy: createdBy,
            decidedAt: decidedAt,
            decidedBy: decidedBy,
            reason: PersonalMask.masked(reason),
            expiresAt: expiresAt,
            parts: parts
        )
    }
}
