extension CrashReport {
    public struct Thread: Sendable, Equatable, Codable {
        /// As the report counts or names it: Apple's index, Android's thread id.
        public var number: Int
        public var name = ""
        /// The dispatch queue it worked for.
        public var queue = ""
        public var isCrashed = false
        /// The innermost call first.
        public var frames: [Frame] = []

        public init(number: Int) {
            self.number = number
        }
    }

    /// One call on a stack.
    public struct Frame: Sendable, Equatable, Codable {
        /// The name of the image, as `UIKitCore` or `libc.so`; empty in a Java trace.
        public var module = ""
        /// Which of ``CrashReport/images`` it is.
        public var image: Int?
        /// Of the instruction, or of the one after a call.
        public var address: UInt64?
        /// From the start of the image: what symbols are looked up by.
        public var offset: UInt64?
        /// The function as written, or the method's name in a Java trace; empty where there is none.
        public var symbol = ""
        /// Bytes from the start of the function.
        public var symbolOffset: Int?
        /// The class with its package, in a Java trace.
        public var type = ""
        public var file = ""
        public var line: Int?
        /// A call that the compiler wrote into the next frame.
        public var isInlined = false
        /// A native method in a Java trace.
        public var isNative = false
        /// Whether it is the app's own, where the tool that wrote the report says so.
        public var isInApp: Bool?

        public init() {}
    }

    public struct Register: Sendable, Equatable, Codable {
        public var name: String
        public var value: UInt64

        public init(name: String, value: UInt64) {
            self.name = name
            self.value = value
        }
    }

    /// A program or library in the process.
    public struct Image: Sendable, Equatable, Codable {
        public var name = ""
        public var path = ""
        public var base: UInt64?
        /// Bytes from the base on.
        public var size: UInt64?
        /// As `arm64e`.
        public var architecture = ""
        /// A Mach-O's UUID or an ELF's build id: lower-case hexadecimal digits without dashes.
        public var buildID = ""
        public var version = ""

        public init() {}

        /// Whether an address lies in it. An image that claims all there is (`???`) has none.
        public func contains(_ address: UInt64) -> Bool {
            guard let base, let size, address >= base, size < UInt64(1) << 62 else { return false }
            return address - base < size
        }
    }
}
