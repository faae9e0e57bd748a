import Console
import Foundation

/// Log lines for the tests of what they are reduced to.
enum TelemetryLines {
    static let product = "DEMO_IOS-0000017768"
    static let shanghai = TelemetryZone(TimeZone(identifier: "Asia/Shanghai") ?? .gmt)
    /// 2026-11-21 10:40:00 in Shanghai, as the lines say.
    static let noon = 1_795_228_800_000

    static func behaviour(_ fields: [Int: String] = [:]) -> String {
        let own = [0: "D-VM", 8: "event", 15: "reportActive", 25: "device1", 33: "iPhone14%2C2", 34: "17.5", 35: "WIFI", 37: "appstore"]
        return line(48, own, fields)
    }

    static func performance(_ fields: [Int: String] = [:]) -> String {
        line(37, [0: "D-MM", 11: "performance", 12: "time_startup", 13: "640", 14: "0", 18: "17.5", 20: "iPhone14%2C2", 23: "device1"], fields)
    }

    static func crash(_ fields: [Int: String] = [:]) -> String {
        let text = "a.B: c%2C d%0A\tat com.x.A.b(A.java:1)"
        return line(34, [0: "e", 8: "exception", 9: "foreground", 13: "MonitorPoint_Crash", 14: text, 28: "device1", 33: "java"], fields)
    }

    private static func line(_ count: Int, _ kind: [Int: String], _ own: [Int: String]) -> String {
        var fields = [String](repeating: "-", count: count)
        let common = [1: "2026-11-21 10:40:00.408", 2: product, 3: "2.0.0", 7: "user1"]
        for (position, value) in common.merging(kind, uniquingKeysWith: { $1 }).merging(own, uniquingKeysWith: { $1 }) { fields[position] = value }
        return fields.joined(separator: ",")
    }

    static func upload(
        version: String? = nil,
        device: String? = nil,
        user: String? = nil,
        receivedAt: Int = noon + 60_000,
        zone: TelemetryZone = shanghai,
        timeZone: String? = nil
    ) -> TelemetryUpload {
        TelemetryUpload(
            productID: product,
            version: version,
            device: device,
            user: user,
            receivedAt: receivedAt,
            zone: zone,
            timeZone: timeZone
        )
    }

    static func reduce(_ lines: [String], _ upload: TelemetryUpload = upload()) throws -> TelemetryReduction {
        try TelemetryReduction(Array(lines.joined(separator: "\n").utf8), of: upload)
    }
}
