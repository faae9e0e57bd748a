import Foundation
import Storage
import Web

extension GatewayStatistics {
    /// Which versions signed with an old secret in the last 90 days, the latest first; 200 at most.
    /// - Parameter platform: nil for all of the app's platforms.
    func oldSecretUses(of app: String, _ platform: Platform? = nil) async throws -> [AppOldSecretUse] {
        try await database.read { try $0.oldSecretUses(StatisticsFilter(app: app, platform: platform)) }
    }
}

extension AppOldSecretUse {
    /// - Parameter day: since 1970 UTC.
    init(_ platform: Platform, _ version: String, day: Int, calls: Int) {
        let start = Date(timeIntervalSince1970: Double(day) * 86_400)
        self.init(platform: platform, version: version, lastDay: LocalTime(start, .gmt).date, calls: calls)
    }
}
