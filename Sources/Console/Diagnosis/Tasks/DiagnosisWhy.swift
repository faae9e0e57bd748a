import Foundation
import Web

/// Why a device was asked for its log, or was not.
struct DiagnosisWhy: Sendable {
    let task: DiagnosisTask
    let outcome: DiagnosisWhyOutcome
    /// Of the device; nil where it has none.
    let part: DiagnosisPart?
    /// Everything that the task asks of the device.
    let reasons: [RolloutReason]
}

enum DiagnosisWhyOutcome: String, Codable, CaseIterable, Sendable {
    /// What became of it on the device.
    case pending, delivered, uploading, uploaded, done, failed, expired
    /// Nobody is asked before a second person agrees; or that one did not.
    case awaitsApproval, declined
    case notAimed
    /// The task is over, or has as many devices as it may.
    case over, full
    /// It is the user's: it is told as soon as it asks.
    case toldNext

    /// Whether the device was told of it.
    var got: Bool { [.delivered, .uploading, .uploaded, .done, .failed].contains(self) }
}

extension Diagnosis {
    /// - Parameters:
    ///   - device: its id; empty for none known.
    ///   - user: who uses it; empty for nobody known.
    ///   - id: of the task; nil for the latest ones that name one of them.
    /// - Throws: `notFound` for the task.
    func why(_ device: String, user: String, on platform: Platform, of app: String, task id: String?, limit: Int) async throws -> [DiagnosisWhy] {
        let now = clock.now
        let tasks: [DiagnosisTask]
        if let id {
            tasks = [try await task(id, of: app)]
        } else {
            tasks = try await naming([device, user].filter { !$0.isEmpty }, of: app, limit: limit)
        }
        return tasks.map { DiagnosisWhy($0, device, user, platform, at: now) }
    }

    private func naming(_ names: [String], of app: String, limit: Int) async throws -> [DiagnosisTask] {
        let place = try ListPlace(limit: limit, cursor: nil)
        var found: [DiagnosisTask] = []
        for name in names {
            let tasks = try await list(of: app, DiagnosisFilter(who: name), place).items
            found += tasks.filter { task in !found.contains { $0.id == task.id } }
        }
        return Array(found.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }.prefix(limit))
    }
}

extension DiagnosisWhy {
    fileprivate init(_ task: DiagnosisTask, _ device: String, _ user: String, _ platform: Platform, at now: Date) {
        self.task = task
        part = task.parts.first { $0.device == device }
        let who =
            task.userId.isEmpty
            ? RolloutReason(.device, oneOf: [task.deviceId], found: device) : RolloutReason(.user, oneOf: [task.userId], found: user)
        let finding = RolloutFinding(.words(.platform, [task.platform.rawValue]), RolloutDevice(platform: platform))
        reasons = [who, RolloutReason(finding)]
        // Parts are there before anybody agreed.
        let isDecided = task.state != .asked && task.state != .declined
        let known = isDecided ? part.map { DiagnosisWhyOutcome($0.state) } : nil
        outcome = known ?? DiagnosisWhyOutcome(task, isMeant: reasons.allSatisfy(\.holds), at: now)
    }
}

extension DiagnosisWhyOutcome {
    /// What became of a device's part.
    fileprivate init(_ state: DiagnosisState) {
        self =
            switch state {
            case .asked: .awaitsApproval
            case .declined: .declined
            case .pending: .pending
            case .delivered: .delivered
            case .uploading: .uploading
            case .uploaded: .uploaded
            case .done: .done
            case .failed: .failed
            case .expired: .expired
            }
    }

    /// Why a device has no part.
    fileprivate init(_ task: DiagnosisTask, isMeant: Bool, at now: Date) {
        self =
            if !isMeant {
                .notAimed
            } else if task.state == .asked {
                .awaitsApproval
            } else if task.state == .declined {
                .declined
            } else if task.expiresAt <= now {
                .over
            } else {
                task.parts.count >= DiagnosisLimits.parts ? .full : .toldNext
            }
    }
}
