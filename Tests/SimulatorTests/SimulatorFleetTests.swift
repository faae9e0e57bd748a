import Foundation
import Testing

@testable import Simulator

@Suite struct SimulatorFleetTests {
    @Test func theQueueIsInOrder() {
        var queue = SimulatorQueue()
        let random = SimulatorRandom(seed: 3)
        for device in 0..<1_000 { queue.add(device, at: random.unit(.phase, device)) }
        var (before, seen) = (0.0, Set<Int>())
        while let (device, time) = queue.take() {
            #expect(time >= before && time == random.unit(.phase, device))
            before = time
            seen.insert(device)
        }
        #expect(seen.count == 1_000 && queue.count == 0 && queue.next == nil)
    }

    @Test func everyDeviceIsInOnePart() {
        var plan = SimulatorPlan.test
        plan.devices = 103
        plan.connections = 10
        let random = SimulatorRandom(seed: 1)
        let numbers = (0..<10).flatMap { shard in
            let fleet = SimulatorFleet(shard: shard, of: 10, plan, random)
            return (0..<fleet.count).map(fleet.number)
        }
        #expect(numbers.sorted() == Array(0..<103))
        plan.devices = 3
        #expect(plan.shards == 3)
    }

    @Test func aPatchIsHeldUntilItIsDropped() throws {
        var fleet = SimulatorFleet(shard: 0, of: 1, .test, SimulatorRandom(seed: 1))
        let numbers = [fleet.patch("1"), fleet.patch("2"), fleet.patch("1")]
        let (first, second) = (try #require(numbers[0]), try #require(numbers[1]))
        #expect(numbers[2] == first && fleet.wants(0, first) && fleet.held(0) == nil)
        fleet.keep(0, first, waits: true)
        #expect(fleet.held(0) == first && fleet.inEffect(0) == nil && !fleet.wants(0, first) && fleet.wants(0, second))
        let starts = [fleet.start(0), fleet.start(0)]
        #expect(starts == [first, nil] && fleet.inEffect(0) == first)
        fleet.drop(0, first)
        #expect(fleet.held(0) == nil && !fleet.wants(0, first) && fleet.held(1) == nil)
        for number in 0..<2_000 { _ = fleet.patch("v\(number)") }
        let more = fleet.patch("one more")
        #expect(fleet.versions.count <= SimulatorFleet.mostVersions + 1 && more == nil)
    }

    @Test func devicesAreOfTheirPlatform() {
        let random = SimulatorRandom(seed: 1)
        for (key, system) in [("A_IOS", "iOS"), ("A_ANDROID", "Android"), ("A_HARMONY", "HarmonyOS")] {
            var plan = SimulatorPlan.test
            plan.appKey = key
            let device = SimulatorDevice(5, plan, random)
            #expect(device.system == system && device.id.utf8.count == 19 && plan.versions.contains(device.version))
        }
        #expect(SimulatorDevice.id(0xAB) == "SIM00000000000000AB")
    }
}

extension SimulatorPlan {
    static var test: SimulatorPlan {
        let server = URL(string: "http://console.test:8080/base") ?? URL(filePath: "/")
        var plan = SimulatorPlan(server: server, appKey: "DEMO_IOS", workspaceId: "0000000001", secret: String(repeating: "a", count: 32))
        plan.devices = 10
        return plan
    }
}
