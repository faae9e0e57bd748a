import Foundation
import Storage
import Synchronization

/// Devices that had a patch which was halted or rolled back: the first steps of the next two releases of that platform leave them out, of both arms.
///
/// It is written down nowhere by itself: which releases failed and who had them is known. Held in memory as hashes of 64 bits, by release; what a device is
/// wrongly taken for is one that is left out of a first step, once in 10^13. Each node looks once a second whether there is something new.
final class HotpatchSpared: Sendable {
    private let database: Database
    private let state = Mutex(State())

    private struct State {
        /// Failed releases of each one that is in its first step.
        var failed: [HotpatchSparedRelease: [String]] = [:]
        var devices: [String: Set<UInt64>] = [:]
    }

    /// Devices of one failed release, the latest.
    private static let most = 200_000

    init(database: Database) {
        self.database = database
    }

    /// Whether a release in its first step leaves the device out. Without SQL.
    func isSpared(app: String, release: String, device: String) -> Bool {
        state.withLock { state in
            guard let devices = state.devices[release] else { return false }
            return devices.contains(Self.mark(device))
        }
    }

    /// For each node, each second: a few rows, and the devices only when a release began or failed.
    @Sendable func refresh() async throws {
        let failed = try await database.read { try $0.hotpatchesToSpare() }
        let known = state.withLock(\.failed)
        guard failed != known else { return }
        var devices: [String: Set<UInt64>] = [:]
        for (one, releases) in failed {
            var marks: Set<UInt64> = []
            for release in releases {
                let had = try await database.read { try $0.treatedHotpatchDevices(one.app, release, limit: Self.most) }
                marks.formUnion(had.lazy.map(Self.mark))
            }
            devices[one.release] = marks
        }
        state.withLock { [devices] in $0 = State(failed: failed, devices: devices) }
    }

    /// FNV-1a: the same on every node.
    private static func mark(_ device: String) -> UInt64 {
        device.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// A release in its first step.
struct HotpatchSparedRelease: Hashable, Sendable {
    let app: String
    let release: String
}
