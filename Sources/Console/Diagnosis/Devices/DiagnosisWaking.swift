import Foundation
import Storage

/// What came of a silent push.
enum DiagnosisWakeOutcome: Sendable, Equatable {
    case sent
    /// The push service's word. Also of one that may have been taken: it is not sent again, and the device asks by itself.
    case failed(String)

    init(_ outcome: PushOutcome) {
        if case .accepted = outcome { self = .sent } else { self = .failed(outcome.reason) }
    }
}

extension Diagnosis {
    /// Noted as under way before they are sent: so many are not woken when a node dies.
    private static let wokenAtOnce = 1
    private static let longestReason = 200

    /// Wakes devices whose task asks for it. One that a node was at when it died is not woken twice. Every few seconds, on one node.
    func wake() async throws {
        // A read waits for nobody, and mostly there is nothing.
        while try await database.read({ try $0.hasDiagnosisWakes() }) {
            let claimed = try await database.write { try $0.claimDiagnosisWakes(limit: Self.wokenAtOnce) }
            if claimed.isEmpty { return }
            for (key, device) in claimed {
                let (wake, reason) = await outcome(key, device)
                try await database.write { try $0.noteDiagnosisWoken(key, wake, reason) }
            }
        }
    }

    private func outcome(_ key: DiagnosisPartKey, _ device: String) async -> (DiagnosisWake, String) {
        switch await push(key.app, device, ["mpaasDiagnosis": key.task]) {
        case nil: (.noToken, "")
        case .sent: (.sent, "")
        case .failed(let reason): (.failed, String(reason.prefix(Self.longestReason)))
        }
    }
}
