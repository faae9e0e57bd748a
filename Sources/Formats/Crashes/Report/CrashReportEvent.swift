extension CrashReport {
    /// What the app's own tool says beside stacks, as Sentry's SDKs do.
    public struct Event: Sendable, Equatable, Codable {
        /// Whether somebody caught it and told us nevertheless: then nothing crashed.
        public var isHandled = false
        /// As `java`, `cocoa`, `native`, `python` or `javascript`.
        public var platform = ""
        /// As `fatal`, `error`, `warning` or `info`.
        public var level = ""
        /// Of an event that is a message and no exception.
        public var message = ""
        /// The message before values were put into it, by which messages are compared; empty where there is none.
        public var template = ""
        public var logger = ""
        public var environment = ""
        /// As written: `com.example.shop@4.2.0+420`.
        public var release = ""
        /// Tells builds of one release apart.
        public var dist = ""
        /// The page or the operation that it happened in.
        public var transaction = ""
        public var server = ""
        /// Name and version of what wrote the event.
        public var tool = ""
        public var user = User()
        /// Names the installation or the device.
        public var device = ""
        /// By which the app wants its events grouped; `{{ default }}` stands for what we would take.
        public var fingerprint: [String] = []
        public var tags: [Fact] = []
        /// `device.battery_level` and the like, and what the app added under `extra.`.
        public var contexts: [Fact] = []
        /// Oldest first.
        public var breadcrumbs: [Breadcrumb] = []

        public init() {}
    }

    public struct User: Sendable, Equatable, Codable {
        public var id = ""
        public var name = ""
        public var email = ""
        public var address = ""

        public init() {}

        /// What tells users apart, the best first.
        public var known: String { [id, name, email].first { !$0.isEmpty } ?? "" }
    }

    /// A value by its name; what is no text is as JSON writes it.
    public struct Fact: Sendable, Equatable, Codable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Something that happened before.
    public struct Breadcrumb: Sendable, Equatable, Codable {
        /// In milliseconds since 1970-01-01T00:00Z.
        public var time: Int?
        /// As `navigation` or `http`.
        public var type = ""
        public var category = ""
        public var level = ""
        public var message = ""
        public var data: [Fact] = []

        public init() {}
    }
}
