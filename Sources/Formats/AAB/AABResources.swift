/// `resources.pb`, the resources of a bundle (`ResourceTable` of AOSP's `Resources.proto`): packages of types of entries of values.
struct AABResources: APKResources {
    private let table: ByteView

    init(_ bytes: [UInt8]) {
        table = ByteView(bytes)
    }

    func values(of number: Int) throws(FormatError) -> [APKResource] {
        var values: [APKResource] = []
        for package in try parts(2, of: ProtobufMessage(table)) where try id(of: package) == number >> 24 {
            for type in try parts(3, of: package) where try id(of: type) == number >> 16 & 0xFF {
                for entry in try parts(3, of: type) where try id(of: entry) == number & 0xFFFF {
                    for value in try parts(6, of: entry) { values += try resource(value) }
                }
            }
        }
        return values
    }

    private func parts(_ number: Int, of message: ProtobufMessage) throws(FormatError) -> [ProtobufMessage] {
        var message = message
        var parts: [ProtobufMessage] = []
        while let field = try message.next() {
            if field.number == number, let part = field.value.message { parts.append(part) }
            guard parts.count <= Self.mostParts else { throw .tooLarge }
        }
        return parts
    }

    private static let mostParts = 100_000

    /// The first field of each, a message with the number in it.
    private func id(of message: ProtobufMessage) throws(FormatError) -> Int? {
        guard let id = try AABItem.field(1, of: message)?.message else { return nil }
        return try AABItem.field(1, of: id)?.number ?? 0
    }

    /// `ConfigValue`: a configuration, whose third field is the language, and a `Value`, of which a simple one is the fourth.
    private func resource(_ message: ProtobufMessage) throws(FormatError) -> [APKResource] {
        guard let value = try AABItem.field(2, of: message)?.message, let item = try AABItem.field(4, of: value)?.message,
            let simple = try AABItem.value(item)
        else { return [] }
        let language = try AABItem.field(1, of: message)?.message.flatMap { config throws(FormatError) in try AABItem.field(3, of: config)?.text }
        return [APKResource(language: language ?? "", value: simple)]
    }
}
