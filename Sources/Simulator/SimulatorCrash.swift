import Foundation
import MainSiteClient

/// What crash reports of the fleet say: a handful of reasons that an app has anyway, and one that a bad patch brings.
struct SimulatorCrash: Sendable {
    private let type: String
    private let frames: [String]

    static let patched = SimulatorCrash(
        type: "EXC_BAD_ACCESS (SIGSEGV)",
        frames: ["HotpatchBridge.call", "HotpatchEngine.run", "HomeViewController.reload"]
    )
    private static let usual = [
        SimulatorCrash(type: "EXC_BAD_ACCESS (SIGSEGV)", frames: ["ImageCache.decode", "ImageCache.load", "FeedCell.show"]),
        SimulatorCrash(type: "EXC_CRASH (SIGABRT)", frames: ["PaymentForm.validate", "PaymentForm.submit", "PaymentViewController.pay"]),
        SimulatorCrash(type: "EXC_BREAKPOINT (SIGTRAP)", frames: ["SearchModel.item", "SearchModel.select", "SearchViewController.tap"]),
    ]

    static func usual(_ device: Int, _ use: Int, _ random: SimulatorRandom) -> SimulatorCrash {
        usual[Int(random.bits(.reason, device, use) % UInt64(usual.count))]
    }

    /// As the system of the device writes it, with the device and the time in it: no two are alike.
    func text(_ device: SimulatorDevice, _ app: String, at time: Date) -> String {
        device.system == "iOS" ? apple(device, app, at: time) : java(device, app)
    }

    private func apple(_ device: SimulatorDevice, _ app: String, at time: Date) -> String {
        let stack = frames.enumerated().map { number, frame in
            "\(number)   \(app)    0x0000000104a3\(4 + number)c5f4 \(frame) + \(50 + number)"
        }
        return """
            Incident Identifier: \(device.id)-\(Int(time.timeIntervalSince1970 * 1_000))
            Hardware Model:      \(device.model)
            Process:             \(app) [1234]
            Identifier:          com.example.\(app.lowercased())
            Version:             \(device.version) (1)
            Code Type:           ARM-64
            Date/Time:           \(LogTime.text(time, zone: .gmt)) +0000
            OS Version:          iPhone OS \(device.systemVersion) (23A1)
            Report Version:      104

            Exception Type:  \(type)
            Exception Codes: 0x0000000000000001, 0x0000000000000010
            Crashed Thread:  0

            Thread 0 Crashed:
            \(stack.joined(separator: "\n"))

            Binary Images:
            0x104a30000 - 0x104b2ffff \(app) arm64 <c0ffee00c0ffee00c0ffee00c0ffee00> /var/containers/Bundle/Application/\(app).app/\(app)
            """
    }

    private func java(_ device: SimulatorDevice, _ app: String) -> String {
        let stack = frames.map { frame in
            let parts = frame.split(separator: ".")
            return "\tat com.example.\(app.lowercased()).\(parts[0]).\(parts[1])(\(parts[0]).java:42)"
        }
        return "java.lang.IllegalStateException: \(type) on \(device.id)\n" + stack.joined(separator: "\n")
    }
}
