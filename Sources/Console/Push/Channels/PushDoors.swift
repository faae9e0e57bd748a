import Foundation
import Storage

/// The ways to the services, each made once and kept for as long as its certificate or credential stays the same.
actor PushDoors {
    private let database: Database
    private let certificates: Certificates
    private let key: [UInt8]
    private let clock: Clock
    private let patience: Duration
    private var kept: [Key: Kept] = [:]

    private struct Key: Hashable {
        let app: String
        let channel: PushChannel
        let environment: PushEnvironment
    }

    private struct Kept {
        let way: PushWay
        /// What the way was made of.
        let mark: String
        let looked: ContinuousClock.Instant
    }

    /// How soon a node notices what another one changed.
    private static let trust = Duration.seconds(3)

    /// - Parameter patience: until when a service has to have answered.
    init(database: Database, certificates: Certificates, key: [UInt8], clock: Clock, patience: Duration = PushClient.patience) {
        self.database = database
        self.certificates = certificates
        self.key = key
        self.clock = clock
        self.patience = patience
    }

    /// - Throws: when the database cannot be asked.
    func way(_ app: String, _ channel: PushChannel, _ environment: PushEnvironment) async throws -> PushWay {
        let key = Key(app: app, channel: channel, environment: channel == .apns ? environment : .production)
        if let kept = kept[key], ContinuousClock.now - kept.looked < Self.trust { return kept.way }
        return channel == .apns ? try await apns(key) : try await other(key)
    }

    /// So that a change is followed at once on this node.
    func forget(_ app: String, _ channel: PushChannel) {
        for key in kept.keys where key.app == app && key.channel == channel { kept[key] = nil }
    }

    private func keep(_ key: Key, _ mark: String, _ make: () async -> PushWay) async -> PushWay {
        if let old = kept[key], old.mark == mark {
            kept[key] = Kept(way: old.way, mark: mark, looked: .now)
            return old.way
        }
        let way = await make()
        kept[key] = Kept(way: way, mark: mark, looked: .now)
        return way
    }

    // MARK: Apple's

    private func apns(_ key: Key) async throws -> PushWay {
        let now = clock.now
        let found = try await database.read { try $0.pushCertificateInUse(key.app, key.environment, at: now) }
        switch found {
        case .closed(let reason): return await keep(key, reason.rawValue) { .closed(reason) }
        case .open(let certificate):
            let mark = [certificate.id, certificate.endpoint?.text ?? "", certificate.facts.trustedRoot ?? ""].joined(separator: " ")
            return await keep(key, mark) { await make(certificate) }
        }
    }

    private func make(_ certificate: Certificate) async -> PushWay {
        guard let push = try? await certificates.pushCertificate(certificate.id, of: certificate.app) else { return .closed(.credentialUnreadable) }
        do throws(PushClosed) {
            return .open(PushCircuit(try PushAPNsDoor(push, clock: clock, patience: patience), on: PushAPNsReason.ofCertificate, clock: clock))
        } catch {
            return .closed(error.reason)
        }
    }

    // MARK: the others'

    private func other(_ key: Key) async throws -> PushWay {
        guard let credential = try await database.read({ try $0.currentPushCredential(key.app, key.channel) }) else {
            return await keep(key, "") { .closed(.noCredentials) }
        }
        return await keep(key, credential.id) {
            do throws(PushClosed) {
                return .open(PushCircuit(try await door(of: credential), on: Self.reasons(of: credential.channel), clock: clock))
            } catch {
                return .closed(error.reason)
            }
        }
    }

    /// A new one, for whoever wants to try it.
    func door(of credential: PushCredential) async throws(PushClosed) -> any PushChannelDoor {
        guard let sealed = try? await database.read({ try $0.sealedPushCredential(credential.app, credential.id) }),
            let secret = try? PushCredentialSecret.open(sealed, key, for: credential.id)
        else { throw PushClosed(.credentialUnreadable) }
        switch credential.channel {
        case .apns: throw PushClosed(.noCertificate)
        case .fcm: return try PushFCMDoor(credential, secret, clock: clock, patience: patience)
        case .huawei: return try PushHuaweiDoor(credential, secret, clock: clock, patience: patience)
        case .xiaomi: return try PushXiaomiDoor(credential, secret, patience: patience)
        case .oppo: return try PushOPPODoor(credential, secret, clock: clock, patience: patience)
        case .vivo: return try PushVivoDoor(credential, secret, clock: clock, patience: patience)
        }
    }

    private static func reasons(of channel: PushChannel) -> Set<String> {
        switch channel {
        case .apns: PushAPNsReason.ofCertificate
        case .fcm: PushFCMDoor.ofCredential
        case .huawei: PushHuaweiDoor.ofCredential
        case .xiaomi: PushXiaomiDoor.ofCredential
        case .oppo: PushOPPODoor.ofCredential
        case .vivo: PushVivoDoor.ofCredential
        }
    }
}

/// Where messages of an app for a channel go.
enum PushWay: Sendable {
    case open(any PushChannelDoor)
    /// Nowhere.
    case closed(PushReason)
}

/// The certificate that opens Apple's service for an environment.
enum PushCertificateInUse: Sendable {
    case open(Certificate)
    case closed(PushReason)
}

extension Connection {
    /// The newest in use that is not expired.
    func pushCertificateInUse(_ app: String, _ environment: PushEnvironment, at now: Date) throws -> PushCertificateInUse {
        let current = try certificates(app, .push).filter { $0.state == .current && $0.environment.rawValue == environment.rawValue }
        if let good = current.first(where: { $0.worksUntil.map { now < $0 } ?? true }) { return .open(good) }
        return .closed(current.isEmpty ? .noCertificate : .certificateExpired)
    }
}
