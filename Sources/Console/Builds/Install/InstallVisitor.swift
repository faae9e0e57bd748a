import Foundation
import Storage
import Web

/// What a visitor of an install page installs on.
enum InstallSystem: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case ios, android, harmony
    /// No phone: it shows the QR code.
    case desktop

    init(_ platform: Platform) {
        switch platform {
        case .ios: self = .ios
        case .android: self = .android
        case .harmony: self = .harmony
        }
    }

    var platform: Platform? { Platform(rawValue: rawValue) }
}

/// An app with a browser in it that does not install: its own menu opens the page in the system's.
enum InstallApp: String, Codable, CaseIterable, Sendable {
    case wechat, qq, dingtalk, weibo, alipay

    /// What its `User-Agent` has in lower case. QQ's own browser (`MQQBrowser`) is a browser like others; `QQ/` is the messenger.
    fileprivate var mark: String {
        switch self {
        case .wechat: "micromessenger/"
        case .qq: " qq/"
        case .dingtalk: "dingtalk"
        case .weibo: "weibo"
        case .alipay: "alipayclient"
        }
    }
}

/// Who opens an install page, by the `User-Agent` that the browser sends.
struct InstallVisitor: Sendable, Equatable {
    var system: InstallSystem
    /// The app in which the page is open, when it is none of the system's browsers.
    var inApp: InstallApp?
    /// The system's version as it is compared with a package's: of iOS `17.5.1`, otherwise a level of the interface. Nil when the browser does not say.
    var version: String?
    /// Such as `iPhone`, `iPad`; empty when the browser does not say.
    var device = ""

    /// - Parameter chosen: what the visitor says to have, against the browser's word.
    init(userAgent: String, chosen: InstallSystem? = nil) {
        let text = String(userAgent.prefix(1_000))
        let lower = text.lowercased()
        inApp = InstallApp.allCases.first { lower.contains($0.mark) }
        (system, version, device) = Self.phone(text, lower)
        guard let chosen, chosen != system else { return }
        (system, version, device) = (chosen, nil, "")
    }

    private static func phone(_ text: String, _ lower: String) -> (InstallSystem, String?, String) {
        if let device = ["iPhone", "iPad", "iPod"].first(where: { text.contains($0) }) { return (.ios, ios(text), device) }
        // HarmonyOS up to 4 runs Android's packages, and says so: "Android 12; HarmonyOS". Its successor does neither.
        if text.contains("OpenHarmony") { return (.harmony, harmony(text), "") }
        if lower.contains("android") { return (.android, android(text), "") }
        return (.desktop, nil, "")
    }

    /// "CPU iPhone OS 17_5_1 like Mac OS X". From iOS 26 on that stays at 18_6, and Safari's own version is the system's.
    private static func ios(_ text: String) -> String? {
        guard let found = text.firstMatch(of: #/OS (\d+(?:_\d+)*) like Mac OS X/#) else { return nil }
        let system = String(found.output.1).replacing("_", with: ".")
        guard let safari = text.firstMatch(of: #/Version\/(\d+(?:\.\d+)*)/#).map({ String($0.output.1) }) else { return system }
        return RolloutVersion(system) < RolloutVersion("18.6") || RolloutVersion(safari) < RolloutVersion("26") ? system : safari
    }

    /// Chrome says "Android 10; K" of every phone since version 110: that says nothing. Four digits are enough for any version: anyone may write more, and
    /// the number is reckoned with.
    private static func android(_ text: String) -> String? {
        guard let found = text.firstMatch(of: #/Android (\d{1,4})(?:\.(\d{1,4}))?/#), !text.contains("Android 10; K)") else { return nil }
        let (major, minor) = (Int(found.output.1) ?? 0, found.output.2.flatMap { Int($0) } ?? 0)
        return androidLevels.last { ($0.major, $0.minor) <= (major, minor) }.map { level in
            // From 15 on a level a version.
            level.major == 15 && major > 15 ? "\(35 + major - 15)" : "\(level.level)"
        }
    }

    /// https://apilevels.com
    private static let androidLevels: [(major: Int, minor: Int, level: Int)] = [
        (4, 0, 14), (4, 1, 16), (4, 2, 17), (4, 3, 18), (4, 4, 20), (5, 0, 21), (5, 1, 22), (6, 0, 23), (7, 0, 24), (7, 1, 25), (8, 0, 26),
        (8, 1, 27),
        (9, 0, 28), (10, 0, 29), (11, 0, 30), (12, 0, 32), (13, 0, 33), (14, 0, 34), (15, 0, 35),
    ]

    /// "OpenHarmony 5.0" stands for all of 5.0.x: the highest level of these, so that nobody is sent away who need not be.
    private static func harmony(_ text: String) -> String? {
        guard let found = text.firstMatch(of: #/OpenHarmony (\d{1,4})\.(\d{1,4})/#), let minor = Int(found.output.2) else { return nil }
        let next = RolloutVersion("\(found.output.1).\(minor + 1)")
        return harmonyLevels.last { RolloutVersion($0.version) < next }.map { "\($0.level)" }
    }

    /// https://developer.huawei.com/consumer/cn/doc/harmonyos-releases/overview-allversion
    private static let harmonyLevels: [(version: String, level: Int)] = [
        ("4.0", 10), ("4.1", 11), ("5.0", 12), ("5.0.1", 13), ("5.0.2", 14), ("5.0.3", 15), ("5.0.4", 16), ("5.0.5", 17), ("5.1.0", 18),
        ("5.1.1", 19),
        ("6.0", 20),
    ]
}
