import Foundation
import Web

/// What of an input says what a message says; a template has the same.
protocol PushContentInput {
    var title: String? { get }
    var body: String? { get }
    var data: [String: JSONValue]? { get }
    var badge: Int? { get }
    var sound: String? { get }
    var silent: Bool? { get }
    var imageURL: String? { get }
    var ttlSeconds: Int? { get }
    var collapseId: String? { get }
}

/// A message as a script or a form gives it.
struct PushMessageInput: Codable, Sendable, PushContentInput {
    /// Id of a template: what is absent below is as it says.
    var template: String?
    /// For people; the title when absent.
    var name: String?
    var title: String?
    /// What is shown; a silent message needs none.
    var body: String?
    /// For the app: at most 20 names. Texts may hold placeholders.
    var data: [String: JSONValue]?
    var badge: Int?
    /// `default` when absent; empty for none.
    var sound: String?
    var silent: Bool?
    var imageURL: String?
    /// 86,400 when absent.
    var ttlSeconds: Int?
    var collapseId: String?
    let target: PushTarget
    /// Absent, or `"none"`, to send when the window to cancel is over.
    var schedule: PushScheduleInput?
    /// In which devices are not disturbed, by their own clocks.
    var quietHours: PushQuietInput?
    /// Messages for one user.
    var cap: PushCapInput?
    /// What `#name#` in texts is replaced by.
    var parameters: [String: String]?
    /// The one that was looked at: a change made since is not overwritten but told of. Absent to overwrite whatever is there.
    var revision: Int?
}

/// When a message goes out, as a script says it: `{"at": …}`, or the word `"none"`.
struct PushScheduleInput: Codable, Sendable {
    /// RFC 3339, or `2026-11-30 18:00` in the asker's zone.
    var at: String?
    /// Each device by its own clock.
    var deviceLocal: Bool?
    var repeats: PushRepeat?
    var until: String?
    /// In which a repeated message keeps its hour; the asker's when absent.
    var zone: String?

    init(at: String? = nil, deviceLocal: Bool? = nil, repeats: PushRepeat? = nil, until: String? = nil, zone: String? = nil) {
        self.at = at
        self.deviceLocal = deviceLocal
        self.repeats = repeats
        self.until = until
        self.zone = zone
    }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            guard try decoder.singleValueContainer().decode(PushRepeat.self) == .none else {
                throw DecodingError.typeMismatch(Self.self, .init(codingPath: decoder.codingPath, debugDescription: "a word other than none"))
            }
            self.init()
            return
        }
        self.init(
            at: try container.decodeIfPresent(String.self, forKey: .at),
            deviceLocal: try container.decodeIfPresent(Bool.self, forKey: .deviceLocal),
            repeats: try container.decodeIfPresent(PushRepeat.self, forKey: .repeats),
            until: try container.decodeIfPresent(String.self, forKey: .until),
            zone: try container.decodeIfPresent(String.self, forKey: .zone)
        )
    }
}

/// `22:00` to `07:00`.
struct PushQuietInput: Codable, Sendable {
    let from: String
    let to: String
}

struct PushCapInput: Codable, Sendable {
    let count: Int
    let hours: Int
}

extension PushMessageInput {
    /// What is not said is as a template says it.
    func filled(from template: PushContent) -> PushMessageInput {
        var input = self
        (input.title, input.body) = (title ?? template.title, body ?? template.body)
        (input.data, input.badge, input.sound) = (data ?? template.data, badge ?? template.badge, sound ?? template.sound)
        (input.silent, input.imageURL) = (silent ?? template.silent, imageURL ?? template.imageURL)
        (input.ttlSeconds, input.collapseId) = (ttlSeconds ?? template.ttlSeconds, collapseId ?? template.collapseId)
        return input
    }
}
