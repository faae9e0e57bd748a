import Foundation

enum JSONCoding {
    /// What comes back of a value that was written as JSON.
    static func copy<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}
