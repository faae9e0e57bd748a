import Foundation

@testable import Formats

/// Binary property lists made by hand: of values, or of objects that name each other as they should not.
struct PlistForge {
    /// Each object as its bytes.
    var objects: [[UInt8]] = []
    var root = 0

    init(objects: [[UInt8]]) {
        self.objects = objects
    }

    init(_ value: PlistValue) {
        root = add(value)
    }

    /// With names of one byte.
    private mutating func add(_ value: PlistValue) -> Int {
        let object: [UInt8]
        switch value {
        case .string(let text):
            object = text.utf8.allSatisfy { $0 < 0x80 } ? head(5, text.utf8.count) + Array(text.utf8) : head(6, text.utf16.count) + Self.utf16(text)
        case .integer(let number): object = [0x13] + Self.big(number, 8)
        case .real(let number): object = [0x23] + Self.big(Int(truncatingIfNeeded: number.bitPattern), 8)
        case .boolean(let flag): object = [flag ? 9 : 8]
        case .date(let date): object = [0x33] + Self.big(Int(truncatingIfNeeded: date.timeIntervalSinceReferenceDate.bitPattern), 8)
        case .data(let data): object = head(4, data.count) + data
        case .list(let items): object = head(10, items.count) + items.map { UInt8(add($0)) }
        case .dictionary(let members):
            let sorted = members.sorted { $0.key < $1.key }
            object = head(13, sorted.count) + sorted.map { UInt8(add(.string($0.key))) } + sorted.map { UInt8(add($0.value)) }
        }
        objects.append(object)
        return objects.count - 1
    }

    private func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x11] + Self.big(count, 2)
    }

    private static func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { big(Int($0), 2) } }

    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    var bytes: [UInt8] {
        var file = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += Self.big(file.count, 2)
            file += object
        }
        return file + table + [0, 0, 0, 0, 0, 0, 2, 1] + Self.big(objects.count, 8) + Self.big(root, 8) + Self.big(file.count, 8)
    }
}
