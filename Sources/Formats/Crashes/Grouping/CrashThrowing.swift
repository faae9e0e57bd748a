/// Frames by which exceptions are thrown and processes end themselves.
enum CrashThrowing {
    /// How many frames from the innermost on are left out: those that throw, and all above them, as they were called in consequence. None where
    /// nothing would be left.
    static func end(of stack: [CrashReport.Frame]) -> Int {
        guard let last = stack.prefix(looked).lastIndex(where: { symbols.contains(plain($0.symbol)) }), last + 1 < stack.count else { return 0 }
        return last + 1
    }

    /// Deeper in a stack they were called for something else.
    private static let looked = 50

    /// Without the arguments of C++ functions.
    private static func plain(_ symbol: String) -> String {
        guard symbol.utf8.last == UInt8(ascii: ")"), let open = symbol.utf8.firstIndex(of: UInt8(ascii: "(")), symbol.utf8.first != UInt8(ascii: "_")
        else { return symbol }
        return String(symbol[..<open])
    }

    private static let symbols: Set<String> = [
        // The system's.
        "__pthread_kill", "pthread_kill", "kill", "raise", "abort", "abort_message", "__abort", "__assert_rtn", "__assert", "__assert_fail",
        "__assert2",
        "tgkill", "tkill", "__libc_fatal", "__stack_chk_fail", "abort_with_payload", "abort_with_reason", "abort_with_payload_wrapper_internal",
        "__abort_with_payload", "__android_log_assert",
        // C++'s.
        "__cxa_throw", "__cxa_rethrow", "__cxa_bad_cast", "__cxa_pure_virtual", "std::terminate", "std::__terminate", "demangling_terminate_handler",
        "__cxxabiv1::failed_throw", "_Unwind_RaiseException", "_Unwind_Resume", "std::__throw_bad_function_call", "std::__throw_out_of_range",
        // Objective-C's.
        "objc_exception_throw", "objc_exception_rethrow", "_objc_terminate", "objc_terminate", "__exceptionPreprocess", "_CFThrowFormattedException",
        "+[NSException raise:format:]", "+[NSException raise:format:arguments:]", "-[NSException raise]", "_NSRaiseError",
        "-[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:]",
        "-[NSAssertionHandler handleFailureInFunction:file:lineNumber:description:]",
        // Swift's.
        "_assertionFailure(_:_:file:line:flags:)", "_fatalErrorMessage(_:_:file:line:flags:)", "_swift_runtime_on_report", "swift_unexpectedError",
        "swift_runtime_unhandled_error", "swift::fatalError", "swift::fatalErrorv", "swift_dynamicCastFailure", "swift_abortRetainUnowned",
        // Android's run time.
        "art::Runtime::Abort", "art::Runtime::Aborter", "android::base::LogMessage::~LogMessage",
    ]
}
