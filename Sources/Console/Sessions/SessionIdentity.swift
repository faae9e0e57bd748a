import Foundation
import Web

/// Who a cookie or a bearer token stands for.
struct Identity: Sendable {
    let viewer: Viewer
    /// The session's id; nil for tokens.
    let session: String?
    /// When it ends unless something is done.
    let until: Date
}
