/// Something that devices are told of.
struct ExposureSubject: Hashable, Sendable {
    let kind: ExposureKind
    let id: String
}

/// When a device was told first of what.
struct ExposureMark: Sendable, Equatable {
    let device: String
    let subject: ExposureSubject
    /// ms since 1970.
    let at: Int
}

/// How many devices were told of a subject.
struct ExposureTally: Sendable, Equatable {
    var devices = 0
    /// When the first and the last one was, in ms since 1970.
    var firstAt = Int.max
    var lastAt = 0

    mutating func count(at time: Int) {
        devices += 1
        (firstAt, lastAt) = (min(firstAt, time), max(lastAt, time))
    }

    struct Key: Hashable, Sendable, Comparable {
        let app: String
        let kind: ExposureKind
        let subject: String
        /// Empty for unknown.
        let platform: String

        init(app: String, _ kind: ExposureKind, subject: String, on platform: Platform?) {
            (self.app, self.kind, self.subject, self.platform) = (app, kind, subject, platform?.rawValue ?? "")
        }

        static func < (left: Key, right: Key) -> Bool {
            (left.app, left.kind.rawValue, left.subject, left.platform) < (right.app, right.kind.rawValue, right.subject, right.platform)
        }
    }
}
