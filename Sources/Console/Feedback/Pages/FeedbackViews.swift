import Formats
import Foundation
import Web

/// A feedback in a list: how to reach the sender is masked for everybody, and telephone numbers and mail addresses in what was written for those who may
/// not see them (``Formats/PersonalMask``).
struct FeedbackListItem: Codable, Sendable {
    let id: String
    let createdAt: Date
    let state: FeedbackState
    let content: String
    /// Masked, as the phone number.
    let contact: String
    let mobileNo: String
    let userId: String
    let device: String
    let platform: Platform
    let version: String
    let osVersion: String
    let mobileModel: String
    let tags: [String]
    /// How many there are.
    let images: Int
    let reply: OrNull<String>
    let repliedAt: OrNull<Date>

    init(_ feedback: Feedback, isMasked: Bool) {
        func shown(_ text: String) -> String { isMasked ? PersonalMask.masked(text) : text }
        id = feedback.id
        createdAt = feedback.createdAt
        state = feedback.state
        content = shown(feedback.content)
        contact = FeedbackMask.mask(feedback.contact)
        mobileNo = FeedbackMask.mask(feedback.mobile)
        userId = shown(feedback.sender.user)
        device = feedback.sender.device
        platform = feedback.sender.platform
        version = feedback.sender.version
        osVersion = feedback.sender.osVersion
        mobileModel = feedback.sender.model
        tags = feedback.tags
        images = feedback.images
        reply = OrNull(feedback.reply.map { shown($0.text) })
        repliedAt = OrNull(feedback.reply?.at)
    }
}

/// A feedback with all that is known of it, as far as the asker may see it.
struct FeedbackDetail: Codable, Sendable {
    let id: String
    let createdAt: Date
    let state: FeedbackState
    let changedAt: Date
    let content: String
    let contact: String
    let mobileNo: String
    let userId: String
    let device: String
    let platform: Platform
    let version: String
    let osVersion: String
    let mobileModel: String
    let tags: [String]
    let images: [Image]
    let replies: [FeedbackReply]

    struct Image: Codable, Sendable {
        /// From 1; the file is at `images/{number}` below the feedback.
        let number: Int
        let width: Int
        let height: Int
        let size: Int
    }

    init(_ feedback: Feedback, _ images: [FeedbackImage], _ replies: [FeedbackReply], isMasked: Bool) {
        func shown(_ text: String) -> String { isMasked ? PersonalMask.masked(text) : text }
        id = feedback.id
        createdAt = feedback.createdAt
        state = feedback.state
        changedAt = feedback.changedAt
        content = shown(feedback.content)
        contact = isMasked ? FeedbackMask.mask(feedback.contact) : feedback.contact
        mobileNo = isMasked ? FeedbackMask.mask(feedback.mobile) : feedback.mobile
        userId = shown(feedback.sender.user)
        device = feedback.sender.device
        platform = feedback.sender.platform
        version = feedback.sender.version
        osVersion = feedback.sender.osVersion
        mobileModel = feedback.sender.model
        tags = feedback.tags
        self.images = images.enumerated().map { Image(number: $0 + 1, width: $1.width, height: $1.height, size: $1.size) }
        self.replies = replies.map { FeedbackReply(text: shown($0.text), at: $0.at, author: $0.author) }
    }
}
