import Foundation
import Storage

extension Connection {
    func insertFeedback(_ id: String, _ new: NewFeedback, _ images: [FeedbackImage]) throws {
        let sender = new.sender
        try run(
            """
            INSERT INTO feedback (app_id, id, created_at, state, changed_at, content, contact, mobile, user_id, device, platform, version,
                os_version, model, tags, images)
            VALUES (\(new.app), \(id), \(new.receivedAt), \(FeedbackState.new), \(new.receivedAt), \(new.content), \(new.contact), \(new.mobile),
                \(sender.user), \(sender.device), \(sender.platform), \(sender.version), \(sender.osVersion), \(sender.model), '', \(images.count))
            """
        )
        for (place, image) in images.enumerated() {
            try run(
                """
                INSERT INTO feedback_image (app_id, feedback_id, number, sha256, width, height, size)
                VALUES (\(new.app), \(id), \(place + 1), \(image.blob), \(image.width), \(image.height), \(image.size))
                """
            )
        }
    }

    /// Written down, and as the latest beside the feedback itself.
    func insertFeedbackReply(_ app: String, _ id: String, _ answer: FeedbackReply, reply: String) throws {
        try run(
            """
            INSERT INTO feedback_reply (app_id, feedback_id, id, at, author, text)
            VALUES (\(app), \(id), \(reply), \(answer.at), \(answer.author), \(answer.text))
            """
        )
        try run(
            """
            UPDATE feedback SET reply = \(answer.text), replied_at = \(answer.at), replied_by = \(answer.author)
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func setFeedbackState(_ app: String, _ id: String, _ state: FeedbackState, at time: Date) throws {
        try run("UPDATE feedback SET state = \(state), changed_at = \(time) WHERE app_id = \(app) AND id = \(id)")
    }

    /// Pictures' rows and replies go with it.
    func deleteFeedback(_ app: String, _ id: String) throws {
        try run("DELETE FROM feedback WHERE app_id = \(app) AND id = \(id)")
    }

    func setFeedbackTags(_ app: String, _ id: String, _ tags: [String]) throws {
        try run("UPDATE feedback SET tags = \(FeedbackTags.text(tags)) WHERE app_id = \(app) AND id = \(id)")
    }
}
