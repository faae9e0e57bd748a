import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct PushDeviceReportTests {
    private func tallies(_ console: TestConsole) async throws -> [PushTallyOutcome: Int] {
        let tallies = try await console.server.database.read { try $0.pushTallies("demo", "m1") }
        return Dictionary(tallies.map { ($0.outcome, $0.count) }, uniquingKeysWith: +)
    }

    @Test func aReportCountsOnce() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await console.makePushMessage("m1", [("device-1", .sent), ("device-2", .sent)])
            let device = PushDeviceCaller(console: console)
            for _ in 0..<3 { try await device.report("arrived", of: "m1") }
            #expect(try await tallies(console) == [.arrived: 1])
            console.clock.advance(by: 3_600)
            for _ in 0..<3 { try await device.report("opened", of: "m1") }
            #expect(try await tallies(console) == [.arrived: 1, .opened: 1])
            try await PushDeviceCaller(console: console, device: "device-2").report("ignored", of: "m1")
            #expect(try await tallies(console) == [.arrived: 2, .opened: 1, .ignored: 1])
            let deliveries = try await console.server.database.read { try $0.pushDeliveries("demo", device: "device-1", limit: 10) }
            #expect(deliveries.first?.arrivedAt.value == console.clock.now.addingTimeInterval(-3_600))
            #expect(deliveries.first?.openedAt.value == console.clock.now && deliveries.first?.ignoredAt.value == nil)
        }
    }

    @Test func whatWasNeverAnsweredMayHaveArrivedAndWhatWasNeverSentCannot() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let states: [PushDeliveryState] = [.held, .queued, .sending, .sent, .failed, .unknown, .skipped]
            try await console.makePushMessage("m1", states.map { ($0.rawValue, $0) })
            for state in states { try await PushDeviceCaller(console: console, device: state.rawValue).report("arrived", of: "m1") }
            let arrived = try await console.server.database.read { connection in
                try connection.all("SELECT device, state FROM push_delivery WHERE arrived_at IS NOT NULL ORDER BY device") {
                    "\(try $0[0] as String) \(try $0[1] as String)"
                }
            }
            #expect(arrived == ["sending sending", "sent sent", "unknown unknown"])
            #expect(try await tallies(console) == [.arrived: 3])
        }
    }

    @Test func reportsOfNothingAreAnsweredToo() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let device = PushDeviceCaller(console: console)
            try await device.report("arrived", of: "none")
            #expect(await device.refusal("mpaas.push.report", #"{"messageId":"m1","event":"eaten"}"#)?.status == .badFormat)
            #expect(await device.refusal("mpaas.push.report", #"{"messageId":"","event":"opened"}"#)?.status == .badFormat)
        }
    }
}
