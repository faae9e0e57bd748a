import Foundation
import Signing

/// Counts distinct names in 4 KB, however many there are: HyperLogLog (Flajolet, Fusy, Gandouet, Meunier 2007) with 4,096 registers.
/// The standard error is 1.6 %; up to some thousand, where empty registers tell more, it is about 1 %, and a few are counted exactly.
struct BadgeSketch: Sendable, Equatable {
    private(set) var registers: [UInt8]

    static let size = 4_096
    private static let indexBits = 12

    init() {
        registers = [UInt8](repeating: 0, count: Self.size)
    }

    /// - Returns: nil for bytes that no sketch wrote.
    init?(_ registers: [UInt8]) {
        guard registers.count == Self.size, registers.allSatisfy({ $0 <= 64 - Self.indexBits + 1 }) else { return nil }
        self.registers = registers
    }

    /// - Returns: whether anything changed; a name that was counted never changes anything.
    mutating func insert(_ mark: BadgeMark) -> Bool {
        guard registers[mark.register] < mark.rank else { return false }
        registers[mark.register] = mark.rank
        return true
    }

    /// As if each name of either had been counted in one.
    func joined(_ other: BadgeSketch) -> BadgeSketch {
        var joined = self
        for place in 0..<Self.size { joined.registers[place] = max(registers[place], other.registers[place]) }
        return joined
    }

    var estimate: Int {
        let count = Double(Self.size)
        let raw = 0.7213 / (1 + 1.079 / count) * count * count / registers.reduce(0) { $0 + Self.weights[Int($1)] }
        let empty = Double(registers.count { $0 == 0 })
        return Int((raw <= 2.5 * count && empty > 0 ? linear(count, empty) : raw).rounded())
    }

    private func linear(_ count: Double, _ empty: Double) -> Double { count * log(count / empty) }

    /// 2 to the power of minus the index.
    private static let weights = (0...64).map { 1 / Double(UInt64(1) << min(UInt64($0), 63)) }
}

/// Where in a sketch a name counts; made once for all dots of a pull.
struct BadgeMark: Sendable {
    let register: Int
    let rank: UInt8

    init(_ name: String) {
        let hash = Digest.sha256(Array(name.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        register = Int(hash >> 52)
        rank = UInt8(min((hash << 12).leadingZeroBitCount, 52) + 1)
    }
}
