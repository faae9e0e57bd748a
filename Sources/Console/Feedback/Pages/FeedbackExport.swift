import Foundation
import Hummingbird
import Web

/// A list of feedback as a file.
struct FeedbackExport {
    /// Personal data is masked in them.
    let items: [FeedbackListItem]
    /// Of the times.
    let zone: TimeZone

    var csv: Response {
        var table = CSV([
            "id", "time", "state", "platform", "version", "osVersion", "model", "device", "user", "contact", "mobileNo", "tags", "images", "content",
            "reply", "repliedAt",
        ])
        for item in items { table.append(cells(item)) }
        return table.response(name: "feedback.csv")
    }

    private func cells(_ item: FeedbackListItem) -> [String] {
        [
            item.id, time(item.createdAt), item.state.rawValue, item.platform.rawValue, item.version, item.osVersion, item.mobileModel, item.device,
            item.userId, item.contact, item.mobileNo, item.tags.joined(separator: ", "), "\(item.images)", item.content, item.reply.value ?? "",
            item.repliedAt.value.map(time) ?? "",
        ]
    }

    private func time(_ date: Date) -> String { LocalTime(date, zone).iso }

    /// `{"items":[…]}`, each as the list has it.
    var json: Response {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .custom { [zone] date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(LocalTime(date, zone).iso)
            }
            return Response(
                bytes: [UInt8](try encoder.encode(["items": items])),
                type: "application/json; charset=utf-8",
                downloadName: "feedback.json"
            )
        }
    }
}
