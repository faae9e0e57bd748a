import Foundation

/// Whose a dot or an acknowledgement is.
enum BadgeReader: Sendable, Hashable {
    case device(String)
    case user(String)

    /// As the database keeps it.
    var key: String {
        switch self {
        case .device(let id): "d:\(id)"
        case .user(let id): "u:\(id)"
        }
    }
}

/// The device that asks for dots or clears them, and who uses it.
struct BadgeAsker: Sendable {
    let app: String
    /// nil when unknown, as the next.
    let device: String?
    let user: String?
    let traits: RolloutDevice
    let at: Date

    /// Under which keys its acknowledgements and personal dots are.
    var readers: [BadgeReader] {
        [device.map(BadgeReader.device), user.map(BadgeReader.user)].compactMap { $0 }
    }

    /// Who has to have cleared a dot for it to be gone here: a dot of named users follows the user; any other is gone on the device that cleared
    /// it, and on the user's other devices.
    func readers(of badge: BadgeLive) -> [BadgeReader] {
        badge.followsUser ? user.map { [.user($0)] } ?? [] : readers
    }
}
