import Foundation
import Synchronization

/// The tables of the zones that apps are in; making one takes milliseconds.
final class TelemetryZones: Sendable {
    private let known = Mutex<[String: TelemetryZone]>([:])

    subscript(zone: TimeZone) -> TelemetryZone {
        let name = zone.identifier
        if let table = known.withLock({ $0[name] }) { return table }
        let table = TelemetryZone(zone)
        known.withLock { $0[name] = table }
        return table
    }
}
