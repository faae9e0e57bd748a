import Formats
import Foundation
import Web

/// A message as JSON and pages show it.
struct PushMessageView: Codable, Sendable {
    let id: String
    let kind: PushMessageKind
    let name: String
    let title: String
    let body: String
    let data: [String: JSONValue]
    let badge: OrNull<Int>
    let sound: String
    let silent: Bool
    let imageURL: OrNull<String>
    let ttlSeconds: Int
    let collapseId: String
    private(set) var target: PushTarget
    let schedule: PushScheduleView
    let quietHours: OrNull<PushQuietView>
    let cap: OrNull<PushCap>
    let parameters: [String: String]
    let state: PushMessageState
    let revision: Int
    /// Devices when it was frozen.
    let audience: OrNull<Int>
    let windowSeconds: Int
    let createdAt: Date
    let createdBy: String
    let frozenAt: OrNull<Date>
    let confirmedAt: OrNull<Date>
    let confirmedBy: String
    /// When it is sent, or a repeated one next.
    let sendsAt: OrNull<Date>
    let beganAt: OrNull<Date>
    let endedAt: OrNull<Date>
    let testedAt: OrNull<Date>
    /// Of a run or a test: the message.
    let parent: OrNull<String>
    /// Of a repeated message those of all its runs.
    let figures: PushFigures
    /// What a second person is asked; null for nothing, and in lists.
    let asked: OrNull<PushApproval>

    init(_ message: PushMessage, _ figures: PushFigures, asked: PushApproval? = nil) {
        let (plan, content) = (message.plan, message.content)
        (id, kind, name, state, revision) = (message.id, message.kind, plan.name, message.state, message.revision)
        (title, body, data, sound, silent) = (content.title, content.body, content.data, content.sound, content.silent)
        (badge, imageURL) = (OrNull(content.badge), OrNull(content.imageURL))
        (ttlSeconds, collapseId) = (content.ttlSeconds, content.collapseId)
        (target, parameters) = (plan.target, plan.parameters)
        schedule = PushScheduleView(plan.schedule)
        quietHours = OrNull(plan.quiet.map(PushQuietView.init))
        cap = OrNull(plan.cap)
        audience = OrNull(message.audience)
        windowSeconds = message.window
        (createdAt, createdBy, confirmedBy) = (message.createdAt, message.createdBy, message.confirmedBy)
        (frozenAt, confirmedAt) = (OrNull(message.frozenAt), OrNull(message.confirmedAt))
        sendsAt = OrNull(message.sendsAt)
        (beganAt, endedAt, testedAt) = (OrNull(message.beganAt), OrNull(message.endedAt), OrNull(message.testedAt))
        parent = OrNull(message.parent)
        self.figures = figures
        self.asked = OrNull(asked)
    }

    /// Without telephone numbers and mail addresses of those whom it is for.
    func masked() -> PushMessageView {
        var view = self
        view.target.users = target.users.map { $0.map { PersonalMask.masked($0) } }
        return view
    }
}

extension PushMessageView {
    /// For whoever asks. Who may write messages sees whom they are for as it is written: a script that puts back what it got must not change it.
    func shown(to context: Context, _ app: App) -> PushMessageView {
        context.isMasked(app) && !context.mayOperate(app.id) ? masked() : self
    }
}

struct PushScheduleView: Codable, Sendable {
    let at: OrNull<Date>
    let deviceLocal: Bool
    let repeats: PushRepeat
    let until: OrNull<Date>
    let zone: String

    init(_ schedule: PushSchedule) {
        at = OrNull(schedule.at)
        deviceLocal = schedule.deviceLocal
        repeats = schedule.repeats
        until = OrNull(schedule.until)
        zone = schedule.zone
    }
}

/// `22:00` to `07:00`.
struct PushQuietView: Codable, Sendable {
    let from: String
    let to: String

    init(_ hours: PushQuietHours) {
        from = PushQuietHours.text(hours.from)
        to = PushQuietHours.text(hours.to)
    }
}
