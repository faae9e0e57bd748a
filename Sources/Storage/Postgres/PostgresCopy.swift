import Foundation

/// Rows in the binary format of PostgreSQL's COPY (its documentation, "Binary Format").
struct PostgresCopy {
    private(set) var bytes: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

    mutating func add(_ row: [SQLValue]) {
        add(Int16(row.count))
        for value in row { add(value) }
    }

    private mutating func add(_ value: SQLValue) {
        switch value {
        case .null: add(Int32(-1))
        case .integer(let value):
            add(Int32(8))
            add(value)
        case .real(let value):
            add(Int32(8))
            add(value.bitPattern)
        case .text(let value):
            let start = bytes.count
            add(Int32(0))
            bytes.append(contentsOf: value.utf8)
            if bytes[(start + 4)...].contains(0) { replaceNuls(from: start + 4, in: value) }
            setLength(at: start)
        case .blob(let value):
            add(Int32(value.count))
            bytes += value
        }
    }

    private mutating func replaceNuls(from start: Int, in text: String) {
        bytes.removeSubrange(start...)
        bytes += PostgresValue.utf8(text)
    }

    private mutating func setLength(at place: Int) {
        let count = UInt32(bytes.count - place - 4)
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index)) }
    }

    private mutating func add(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// The bytes with the end mark.
    func finished() -> [UInt8] { bytes + [0xFF, 0xFF] }
}
