import Foundation

/// Decodes a type from nothing, and writes down what it asks for.
struct ShapeProbe {
    /// How deep bodies may nest.
    private static let limit = 12

    func shape(_ type: any Decodable.Type, depth: Int) throws -> Shape {
        guard depth < Self.limit else { return .any }
        if let leaf = leaf(type) { return leaf }
        let decoder = ShapeDecoder(probe: self, depth: depth)
        do {
            _ = try type.init(from: decoder)
        } catch let error as ViewError {
            throw error
        } catch {
            // A single value that refuses the sample has told its shape already.
            if case .object = decoder.found { throw ViewError("the shape of \(type) cannot be followed: \(error)") }
        }
        return decoder.found ?? .object([:])
    }

    private func leaf(_ type: any Decodable.Type) -> Shape? {
        switch type {
        case is Date.Type: .date
        case is SafeHTML.Type: .html
        case is JSONValue.Type: .any
        case is Bool.Type: .boolean
        case is String.Type, is Message.Type: .string
        // By name: to ask a type for a protocol goes through all conformances of the program.
        case is Double.Type, is Float.Type: .number
        case is Int.Type, is Int64.Type, is Int32.Type, is Int16.Type, is Int8.Type: .integer
        case is UInt.Type, is UInt64.Type, is UInt32.Type, is UInt16.Type, is UInt8.Type: .integer
        case let type as any CaseIterable.Type: enumeration(type)
        default: nil
        }
    }

    private func enumeration(_ type: any CaseIterable.Type) -> Shape? {
        func names<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
            type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        }
        let names = names(type)
        return names.isEmpty ? nil : .enumeration(names)
    }

    /// Any value of the type, so that the probe can go on behind it.
    func sample<Value: Decodable>(_ type: Value.Type, depth: Int) throws -> Value {
        if let value = simple(type) as? Value { return value }
        guard depth < Self.limit else { throw ShapeEnd.tooDeep }
        return try Value(from: ShapeDecoder(probe: self, depth: depth))
    }

    private func simple(_ type: any Any.Type) -> Any? {
        func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }
        switch type {
        case is Date.Type: return Date(timeIntervalSince1970: 0)
        case is JSONValue.Type: return JSONValue.null
        case is String.Type: return ""
        case is Int.Type: return 0
        case is Double.Type: return 0.0
        case is Bool.Type: return false
        case let type as any ShapeSample.Type: return type.sample
        case let type as any CaseIterable.Type: return first(type)
        case let type as any BinaryInteger.Type: return type.init(0)
        case let type as any BinaryFloatingPoint.Type: return type.init(0)
        default: return nil
        }
    }
}
