import Formats

/// A line's time in all the units that are counted by.
struct TelemetryMoment {
    /// Milliseconds since 1970-01-01T00:00Z.
    var time: Int
    /// Minutes since then.
    var minute: Int
    /// The day in the app's zone.
    var day: Int

    /// Quarter hours since 1970-01-01T00:00Z.
    var quarter: Int { minute / 15 }
}

/// Turns local times into moments. Lines of one minute are alike but for the milliseconds, so the last minute's answer is kept.
struct TelemetryMoments {
    private let upload: TelemetryUpload
    private var local = Int.min
    private var start = TelemetryMoment(time: 0, minute: 0, day: 0)

    init(_ upload: TelemetryUpload) {
        self.upload = upload
    }

    mutating func moment(_ time: LogLocalTime) -> TelemetryMoment {
        if time.minute != local {
            local = time.minute
            start = moment(startingAt: time)
        }
        var moment = start
        moment.time += time.milliseconds
        return moment
    }

    /// Zones are whole minutes apart (the last that was not, Liberia, changed in 1972), so a local minute is one minute of UTC.
    private func moment(startingAt time: LogLocalTime) -> TelemetryMoment {
        let seconds = time.minute * 60 - upload.deviceZone.offset(atLocal: time.minute * 60)
        return Self.moment(seconds: seconds, upload)
    }

    static func moment(seconds: Int, _ upload: TelemetryUpload) -> TelemetryMoment {
        TelemetryMoment(time: seconds * 1000, minute: seconds / 60, day: upload.zone.day(at: seconds))
    }
}
