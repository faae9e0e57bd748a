/// Texts in protocol buffers.
extension CrashBuilder {
    /// Of at most ``CrashReadLimits/name`` bytes; empty for a number.
    func name(_ field: ProtobufMessage.Field) -> String {
        text(field, limits.name)
    }

    /// Of at most ``CrashReadLimits/message`` bytes; empty for a number.
    func message(_ field: ProtobufMessage.Field) -> String {
        text(field, limits.message)
    }

    private func text(_ field: ProtobufMessage.Field, _ most: Int) -> String {
        guard case .content(let bytes) = field.value, let part = try? bytes.part(0, min(bytes.count, most)) else { return "" }
        return CrashNames.make(part.array[...])
    }
}
