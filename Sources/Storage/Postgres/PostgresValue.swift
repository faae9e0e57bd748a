import CPostgres
import Foundation

/// Values as PostgreSQL's binary format has them (each type's `…_send` and `…_recv`; integers are big-endian).
enum PostgresValue {
    /// Object ids of types, fixed in PostgreSQL's `pg_type.dat`.
    static let boolean: Oid = 16
    static let bytes: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let oid: Oid = 26
    static let float8: Oid = 701
    static let numeric: Oid = 1700

    /// What a parameter is sent as; 0 lets the server decide, as it has to for NULL.
    static func type(of value: SQLValue) -> Oid {
        switch value {
        case .null: 0
        case .integer: int8
        case .real: float8
        case .text: text
        case .blob: bytes
        }
    }

    /// - Returns: nil for NULL.
    static func encoded(_ value: SQLValue) -> [UInt8]? {
        switch value {
        case .null: nil
        case .integer(let value): withUnsafeBytes(of: value.bigEndian, Array.init)
        case .real(let value): withUnsafeBytes(of: value.bitPattern.bigEndian, Array.init)
        case .text(let value): utf8(value)
        case .blob(let value): value
        }
    }

    /// PostgreSQL's texts hold no NUL. What a device may have sent becomes the replacement character.
    static func utf8(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(0) else { return bytes }
        return Array(text.replacing("\0", with: "\u{FFFD}").utf8)
    }

    static func read(_ bytes: UnsafeRawBufferPointer, type: Oid) throws -> SQLValue {
        switch type {
        case boolean: return .integer(bytes.first == 0 ? 0 : 1)
        case int8: return .integer(integer(bytes, Int64.self))
        case int4: return .integer(Int64(integer(bytes, Int32.self)))
        case int2: return .integer(Int64(integer(bytes, Int16.self)))
        case oid: return .integer(Int64(integer(bytes, UInt32.self)))
        case float8: return .real(Double(bitPattern: integer(bytes, UInt64.self)))
        case PostgresValue.bytes: return .blob(Array(bytes))
        case numeric: return try number(bytes)
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func integer<Value: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ type: Value.Type) -> Value {
        Value(bigEndian: bytes.loadUnaligned(as: Value.self))
    }

    /// NUMERIC, which sums of BIGINT are: number of digits, weight of the first, sign, scale, then digits of base 10,000 (`numeric_send`).
    private static func number(_ bytes: UnsafeRawBufferPointer) throws -> SQLValue {
        func word(_ place: Int) -> Int { Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: place * 2, as: UInt16.self))) }
        let (count, weight, sign) = (word(0), Int(Int16(truncatingIfNeeded: word(1))), word(2))
        guard sign == 0 || sign == 0x4000 else { throw StorageError.engine("a number that is none") }
        let digits = (0..<count).map { word(4 + $0) }
        let isNegative = sign == 0x4000
        if count <= weight + 1, let whole = integer(digits, zeros: weight + 1 - count) { return .integer(isNegative ? -whole : whole) }
        let value = digits.enumerated().reduce(0.0) { $0 + Double($1.element) * pow(10_000, Double(weight - $1.offset)) }
        return .real(isNegative ? -value : value)
    }

    /// - Returns: nil when it is too large.
    private static func integer(_ digits: [Int], zeros: Int) -> Int64? {
        var value: Int64 = 0
        for digit in digits + Array(repeating: 0, count: max(0, zeros)) {
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, carry) = shifted.addingReportingOverflow(Int64(digit))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}
