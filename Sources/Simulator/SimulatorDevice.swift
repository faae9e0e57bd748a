import Foundation
import MainSiteClient

/// One device of the fleet: nothing of it is kept, all of it follows from the seed and its number.
struct SimulatorDevice: Sendable {
    let id: String
    /// `nil` for a fifth of them, who never log in.
    let user: String?
    let model: String
    let system: String
    let systemVersion: String
    let version: String
    let network: String
    /// Seconds between two times that the app is used, on average.
    let pause: Double

    init(_ number: Int, _ plan: SimulatorPlan, _ random: SimulatorRandom) {
        let kind = SimulatorMarket.of(plan.appKey)
        id = Self.id(random.bits(.id, number))
        user = random.unit(.user, number) < 0.8 ? "sim\(number)" : nil
        model = random.pick(.model, number, of: kind.models)
        system = kind.system
        systemVersion = random.pick(.system, number, of: kind.systemVersions)
        version = random.pick(.version, number, of: plan.versions)
        network = random.pick(.network, number, of: ["WIFI", "5G", "4G"])
        pause = Self.pause(random.unit(.pace, number))
    }

    static func id(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16, uppercase: true)
        return "SIM" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// A fifth uses the app six times a day, half of them three times in two days, the others twice a week.
    static func pause(_ unit: Double) -> Double {
        let day = 86_400.0
        return unit < 0.2 ? day / 6 : unit < 0.7 ? day / 1.5 : day * 3.5
    }
}

/// What devices of a platform are.
struct SimulatorMarket: Sendable {
    let system: String
    let models: [String]
    let systemVersions: [String]

    static func of(_ appKey: String) -> SimulatorMarket {
        if appKey.hasSuffix("_ANDROID") { return android }
        return appKey.hasSuffix("_HARMONY") ? harmony : ios
    }

    private static let ios = SimulatorMarket(
        system: "iOS",
        models: ["iPhone17,1", "iPhone16,2", "iPhone15,3", "iPhone14,5", "iPhone12,1"],
        systemVersions: ["26.1", "26.0", "18.6", "17.5"]
    )
    private static let android = SimulatorMarket(
        system: "Android",
        models: ["23127PN0CC", "V2309A", "PHB110", "SM-S9280", "BVL-AN16"],
        systemVersions: ["15", "14", "13", "12"]
    )
    private static let harmony = SimulatorMarket(
        system: "HarmonyOS",
        models: ["ALN-AL00", "BRA-AL00", "HBN-AL00"],
        systemVersions: ["5.0.1", "5.0.0"]
    )
}
