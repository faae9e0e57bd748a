import Foundation

/// Names of Swift's functions as its compiler writes them into programs, read by the Swift runtime that this program runs on.
///
/// What the runtime does with a forged name is the runtime's matter: names from outside are read in a child process.
public enum SwiftName {
    /// Whether it is one: `$s…`, `$S…`, `_T0…`, each also behind an underscore (docs/ABI/Mangling.rst).
    public static func isOne(_ name: some StringProtocol) -> Bool {
        let bytes = name.utf8.prefix(4)
        return ["$s", "_$s", "$S", "_$S", "_T0", "__T0", "$e", "_$e"].contains { bytes.starts(with: $0.utf8) }
    }

    /// As developers write it, `Shop.sell(to:)`; the same where it cannot be read.
    public static func readable(_ name: String) -> String {
        guard isOne(name), name.utf8.count <= longest else { return name }
        let spelled = name.hasPrefix("__T0") || name.hasPrefix("_$") ? String(name.dropFirst()) : name
        return short(spelled) ?? full(spelled) ?? name
    }

    private static let longest = 4_096

    /// Without types and modules, as Xcode shows it. What the runtime writes its own backtraces with; not in every build of it.
    private static func short(_ name: String) -> String? {
        guard let demangle = SwiftRuntime.short else { return nil }
        return text(demangle(name, name.utf8.count, nil, nil)).flatMap { $0 == name ? nil : $0 }
    }

    private static func full(_ name: String) -> String? {
        text(SwiftRuntime.full(name, name.utf8.count, nil, nil, 0))
    }

    private static func text(_ result: UnsafeMutablePointer<CChar>?) -> String? {
        guard let result else { return nil }
        defer { free(result) }
        return String(validatingCString: result)
    }
}

/// Two functions of libswiftCore.
private enum SwiftRuntime {
    typealias Short =
        @convention(c) (UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?) -> UnsafeMutablePointer<CChar>?

    /// `_swift_backtrace_demangle`; nil where the runtime is linked in and does not show it.
    static let short: Short? = {
        guard let program = dlopen(nil, RTLD_NOW), let found = dlsym(program, "_swift_backtrace_demangle") else { return nil }
        return unsafeBitCast(found, to: Short.self)
    }()

    @_silgen_name("swift_demangle")
    static func full(
        _ name: UnsafePointer<CChar>?,
        _ length: Int,
        _ output: UnsafeMutablePointer<CChar>?,
        _ size: UnsafeMutablePointer<Int>?,
        _ flags: UInt32
    ) -> UnsafeMutablePointer<CChar>?
}
