import Foundation
import Testing

@testable import Simulator

@Suite struct SimulatorRandomTests {
    @Test func aSeedSaysEverything() {
        let (one, same, other) = (SimulatorRandom(seed: 7), SimulatorRandom(seed: 7), SimulatorRandom(seed: 8))
        for device in 0..<100 {
            #expect(one.bits(.id, device) == same.bits(.id, device) && one.bits(.id, device) != other.bits(.id, device))
            #expect(one.bits(.id, device) != one.bits(.crash, device) && one.bits(.crash, device, 1) != one.bits(.crash, device, 2))
        }
        #expect(Set((0..<100_000).map { one.bits(.id, $0) }).count == 100_000)
    }

    @Test func drawsAreEven() {
        let random = SimulatorRandom(seed: 1)
        var tenths = Array(repeating: 0, count: 10)
        for device in 0..<100_000 { tenths[Int(random.unit(.phase, device) * 10)] += 1 }
        #expect(tenths.allSatisfy { (9_600...10_400).contains($0) })
        let uses = (0..<100_000).count { random.unit(.crash, 5, $0) < 0.01 }
        #expect((870...1_130).contains(uses))
    }

    @Test func theFirstIsPickedMost() {
        let random = SimulatorRandom(seed: 1)
        let picked = Dictionary(grouping: (0..<10_000).map { random.pick(.version, $0, of: ["a", "b", "c"]) }, by: \.self).mapValues(\.count)
        #expect((4_800...5_200).contains(picked["a"] ?? 0) && (2_300...2_700).contains(picked["b"] ?? 0))
        #expect(picked.values.reduce(0, +) == 10_000 && random.pick(.version, 1, of: ["only"]) == "only")
    }
}
