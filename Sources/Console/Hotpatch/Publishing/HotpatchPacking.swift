import Foundation
import Signing
import Storage
import Web

/// A package of a release for one of the app's secrets, as it stands in the store.
struct HotpatchPacked: Sendable, Equatable {
    let secretMark: String
    /// SHA-256 of its bytes.
    let blob: BlobID
    let size: Int
    /// Base64.
    let signature: String
}

/// Tells an app's secrets apart without being one.
enum HotpatchSecretMark {
    static func make(_ secret: String) -> String {
        Hex.encode(HMAC.sha256(key: Array(secret.utf8), Array("mpaas-hotpatch-mark".utf8)).prefix(8).map { $0 })
    }
}

extension Hotpatches {
    /// Secrets that devices may hold now: the app's, and after a rotation the one before it, as long as it is accepted.
    func secrets(of app: String, _ platform: Platform) throws -> [String] {
        guard let key = apps.app(app)?.platform(platform)?.appKey, let signer = apps.signer(appKey: key) else {
            throw Problem(.conflict, "hotpatch.noSecret")
        }
        return [signer.secret, signer.oldSecret(at: clock.now)].compactMap { $0 }
    }

    /// Packs a release's script for each secret of which it has no package yet. The files are in the store when this returns.
    func pack(_ hotpatch: Hotpatch, besides marks: Set<String> = []) async throws -> [HotpatchPacked] {
        let secrets = try secrets(of: hotpatch.app, hotpatch.plan.platform).filter { !marks.contains(HotpatchSecretMark.make($0)) }
        if secrets.isEmpty { return [] }
        let (script, plan) = (try await script(hotpatch), hotpatch.plan)
        let key = try await keys.signingKey(of: hotpatch.app, for: plan.format)
        var packed: [HotpatchPacked] = []
        for secret in secrets {
            let package = try HotpatchPackage.pack(
                script,
                hotpatch.script.language,
                format: plan.format,
                release: hotpatch.id,
                key: key,
                appSecret: secret,
                nonce: Random.bytes(12)
            )
            packed.append(
                HotpatchPacked(
                    secretMark: HotpatchSecretMark.make(secret),
                    blob: try await blobs.put(package.bytes),
                    size: package.bytes.count,
                    signature: package.signature
                )
            )
        }
        return packed
    }

    /// Removes packages that no row came to name.
    func discard(_ packed: [HotpatchPacked]) async {
        for package in packed { try? await removeFile(package.blob) }
    }

    /// Packs what is live for secrets that came since: a rotation leaves running releases without a package for new builds. Once in the cluster, every
    /// few seconds; at most ten releases at a time.
    @Sendable func packAgain() async throws {
        var (left, failure) = (10, (any Error)?.none)
        let now = clock.now
        let live = try await database.read { connection in
            try connection.liveHotpatches(at: now).map { ($0, Set(try connection.hotpatchPackages($0.app, $0.id).map(\.secretMark))) }
        }
        for (hotpatch, marks) in live where left > 0 {
            // The app is archived: nobody can call.
            guard let secrets = try? secrets(of: hotpatch.app, hotpatch.plan.platform) else { continue }
            guard !marks.isSuperset(of: secrets.map(HotpatchSecretMark.make)) else { continue }
            do {
                try await packAgain(hotpatch, besides: marks, at: now)
                left -= 1
            } catch {
                // One whose script or key is gone keeps no other from its turn.
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func packAgain(_ hotpatch: Hotpatch, besides marks: Set<String>, at now: Date) async throws {
        let packed = try await pack(hotpatch, besides: marks)
        do {
            try await database.change(.hotpatches) { connection in
                for package in packed { try connection.insertHotpatchPackage(package, hotpatch.app, hotpatch.id) }
                try connection.addHotpatchEvent(.repacked, "", hotpatch.app, hotpatch.id, at: now, by: Actor.console.name)
            } then: {
                try await refresh()
            }
        } catch {
            await discard(packed)
            throw error
        }
    }
}
