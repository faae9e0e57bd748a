import CZip

/// What libzip reads an entry from, or writes an archive to.
protocol ZipCallbacks: AnyObject {
    /// The commands it takes, as bits.
    static var supported: zip_int64_t { get }
    /// Of the last command that failed: libzip's code, and the system's.
    var error: (zip: Int32, system: Int32) { get }

    /// - Returns: what libzip's manual says for the command (zip_source_function(3)); negative after an error.
    func run(_ command: zip_source_cmd_t, _ data: UnsafeMutableRawBufferPointer) -> zip_int64_t
}

extension ZipCallbacks {
    /// A source that keeps the object until libzip frees it.
    func source(_ error: UnsafeMutablePointer<zip_error_t>) -> OpaquePointer? {
        let state = Unmanaged.passRetained(ZipCallbackState(self))
        let source = zip_source_function_create(zipCallback, state.toOpaque(), error)
        if source == nil { state.release() }
        return source
    }
}

/// A class, as C can hold no pointer to a protocol's value.
private final class ZipCallbackState {
    let object: any ZipCallbacks

    init(_ object: any ZipCallbacks) {
        self.object = object
    }
}

private func zipCallback(
    _ state: UnsafeMutableRawPointer?,
    _ data: UnsafeMutableRawPointer?,
    _ count: zip_uint64_t,
    _ command: zip_source_cmd_t
)
    -> zip_int64_t
{
    let state = Unmanaged<ZipCallbackState>.fromOpaque(state!)
    let object = state.takeUnretainedValue().object
    switch command {
    case ZIP_SOURCE_SUPPORTS:
        return type(of: object).supported
    case ZIP_SOURCE_ERROR:
        data?.storeBytes(of: object.error.zip, as: Int32.self)
        data?.storeBytes(of: object.error.system, toByteOffset: 4, as: Int32.self)
        return 8
    case ZIP_SOURCE_FREE:
        state.release()
        return 0
    default:
        return object.run(command, UnsafeMutableRawBufferPointer(start: data, count: Int(count)))
    }
}

/// `ZIP_SOURCE_MAKE_COMMAND_BITMASK` of zip.h, a macro Swift cannot see.
func zipBits(_ commands: zip_source_cmd_t...) -> zip_int64_t {
    commands.reduce(0) { $0 | 1 << zip_int64_t($1.rawValue) }
}
