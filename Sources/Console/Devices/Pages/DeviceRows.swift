import Foundation
import Web

/// Something that a device was told, as a line of its page.
struct DeviceToldRow: Codable, Sendable {
    let told: ExposureTold
    let title: String
    /// The word for its state; empty where there is none.
    let state: String
    /// Why it got it.
    let why: String

    /// - Parameter words: of the reader's language.
    init(_ told: ExposureTold, device: String, of app: String, _ words: Catalogue.Words) {
        self.told = told
        title = told.kind.title(told.title, words)
        state = told.kind.word(told.state, words)
        // Switches are told all together; each is asked for by its key.
        let subject = told.kind == .switches ? nil : told.subject
        why = DevicePath.why(told.kind, device: device, subject: subject, of: app)
    }
}

/// A group of crashes, as a line of the page of a device or user.
struct DeviceHitRow: Codable, Sendable {
    let hit: CrashHit
    let page: String
    let isOpen: Bool

    init(_ hit: CrashHit, of app: String) {
        self.hit = hit
        page = "/apps/\(app)/crash-groups/\(hit.group)"
        isOpen = hit.state == .open
    }
}

/// A diagnosis task, as a line of the page of a device or user.
struct DeviceTaskRow: Codable, Sendable {
    let task: DiagnosisTask
    let page: String
    /// The state's class of `tag`.
    let look: String

    init(_ task: DiagnosisTask, of app: String) {
        self.task = task
        page = "/apps/\(app)/diagnostics/\(task.id)"
        look = task.state.look
    }
}
