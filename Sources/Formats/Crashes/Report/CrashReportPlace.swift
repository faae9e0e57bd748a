extension CrashReport {
    /// The app as it was running.
    public struct App: Sendable, Equatable, Codable {
        /// The bundle identifier or the package's name.
        public var identifier = ""
        /// That people see, as `4.21.1`.
        public var version = ""
        public var build = ""
        public var process = ""
        public var processID: Int?
        public var path = ""
        /// The process that started it.
        public var parent = ""

        public init() {}
    }

    /// What it ran on.
    public struct Device: Sendable, Equatable, Codable {
        /// As `iPhone14,2`; of Android the product's device name.
        public var model = ""
        /// As written: `iPhone OS 17.5 (21F79)`, or Android's build fingerprint.
        public var system = ""
        /// Of the system, as `17.5`.
        public var systemVersion = ""
        /// Of the system, as `21F79`.
        public var systemBuild = ""
        /// What the process was compiled for, as `ARM-64` or `arm64`.
        public var architecture = ""

        public init() {}
    }

    /// What the report says of the memory, as text.
    public struct Memory: Sendable, Equatable, Codable {
        /// Where the address lay that could not be reached (`VM Region Info`).
        public var region = ""
        /// The table of regions (`VM Region Summary`).
        public var summary = ""

        public init() {}
    }
}
