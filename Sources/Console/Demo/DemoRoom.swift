import Foundation
import Storage

/// A room that the demo uses as it was some days ago.
protocol DemoRoom {
    var clock: Clock { get set }
    var audit: Audit { get set }
}

extension DemoRoom {
    /// The same room at another time. Its audit tells no channel: nobody waits for news of two weeks ago.
    func at(_ time: Date) -> Self {
        var past = self
        past.clock = Clock { time }
        past.audit = Audit(clock: past.clock)
        return past
    }

    func at(_ moment: DemoMoment, in app: App) -> Self { at(moment.date(in: app.timeZone, now: clock.now)) }
}
