import Testing

@testable import Console

struct RolloutShareTests {
    /// Computed with Python: int.from_bytes(sha256(f"{salt}:{device}".encode()).digest()[:8], "big") % 10000.
    @Test(arguments: [
        ("salt", "device-1", 132), ("salt", "device-2", 9_184), ("other", "device-1", 6_018), ("0123456789abcdef", "UTDID+/=.:-_", 8_784),
        ("a", "WFZcJyWQb0sDAJ4RLLzc6VOg", 7_269), ("release-7", "x", 544), ("s", "用户", 7_074), ("edge", "d1679", 0), ("edge", "d18473", 9_999),
    ])
    func bucketsAreThoseOfTheContract(salt: String, device: String, bucket: Int) {
        #expect(RolloutShare.bucket(of: device, salt: salt) == bucket)
    }

    /// Devices of the buckets 6, 7, 999 and 1000: 0.07 × 100 is more than 7 in binary.
    @Test(arguments: [
        ("d36030", 0.07, true), ("d4901", 0.07, false), ("d3538", 10, true), ("d8642", 10, false), ("d1679", 0, false), ("d1679", 0.01, true),
        ("d18473", 99.99, false), ("d18473", 100, true),
    ])
    func theEdgeOfAPercentageIsExact(device: String, percentage: Double, isIn: Bool) {
        #expect(RolloutShare(percentage: percentage, salt: "edge").contains(device) == isIn)
    }

    @Test func aDeviceWithoutAnIdIsOutside() {
        #expect(!RolloutShare(percentage: 100, salt: "s").contains(""))
        #expect(!RolloutShare(percentage: 100, salt: "s").contains(RolloutDevice(platform: .ios, device: "-").device))
    }

    @Test func raisingNeverDropsADeviceAndAddsAsManyAsItSays() {
        let devices = (0..<4_000).map { "UTDID\($0)" }
        var before = Set<String>()
        for percentage in [0, 0.5, 1, 5, 10, 33.33, 50, 99.9, 100] {
            let share = RolloutShare(percentage: percentage, salt: "raised")
            let now = Set(devices.filter(share.contains))
            #expect(before.isSubset(of: now))
            #expect(abs(Double(now.count) / 40 - percentage) < 2.5)
            before = now
        }
        #expect(before.count == devices.count)
    }

    @Test func aDeviceAmongManySharesIsWhereItIsByItself() {
        for device in ["", "d1", "用户", String(repeating: "x", count: 200)] {
            let buckets = RolloutBuckets(device: device)
            for salt in (0..<200).map({ "salt\($0)" }) {
                let share = RolloutShare(percentage: 50, salt: salt)
                #expect(buckets.isIn(Array("\(salt):".utf8)[...], share.limit) == share.contains(device))
            }
        }
    }

    @Test func anotherSaltPicksOtherDevices() {
        let devices = (0..<4_000).map { "UTDID\($0)" }
        let first = Set(devices.filter(RolloutShare(percentage: 10, salt: "v1").contains))
        let second = Set(devices.filter(RolloutShare(percentage: 10, salt: "v2").contains))
        #expect(first.intersection(second).count < first.count / 4)
    }

    @Test func percentagesComeInHundredths() {
        #expect([0, 0.01, 0.07, 12.34, 33.33, 99.99, 100].allSatisfy(RolloutShare.isPercentage))
        #expect(![-0.01, 0.001, 12.345, 100.01, .infinity, .nan].contains(where: RolloutShare.isPercentage))
    }

    @Test func saltsAreNew() {
        #expect(RolloutShare.makeSalt() != RolloutShare.makeSalt())
    }
}
