import Formats

/// The device-days of one upload, as numbers of words until the end.
struct TelemetryDevices {
    private var cells = TelemetryCells<Cell>()

    private struct Cell {
        let day: Int
        let device: Int
        let user: Int
        let version: Int
        var model = 0
        var osVersion = 0
        var channel = 0
        var newest = Int.min
        var lines = 0
        var actives = 0
        var crashes = 0
    }

    mutating func add(
        _ line: borrowing LogLine,
        _ event: TelemetryEvent,
        _ moment: TelemetryMoment,
        version: Int,
        _ words: inout TelemetryWords
    ) {
        let device = words.devices.word(line.slice(.device), in: line)
        guard device > 0 || !words.devices[0].isEmpty else { return }
        let user = words.users.word(line.slice(.user), in: line)
        // Words are below 10,001 and days are few, so version and user share one number.
        let index = cells.index(moment.day, device, version << 32 | user) {
            Cell(day: moment.day, device: device, user: user, version: version)
        }
        cells.values[index].lines += 1
        cells.values[index].actives += event.isActive ? 1 : 0
        cells.values[index].crashes += event == .crash ? 1 : 0
        if moment.time >= cells.values[index].newest { describe(index, line, moment, &words) }
    }

    private mutating func describe(_ index: Int, _ line: borrowing LogLine, _ moment: TelemetryMoment, _ words: inout TelemetryWords) {
        cells.values[index].newest = moment.time
        cells.values[index].model = words.models.word(line.slice(.model), in: line)
        cells.values[index].osVersion = words.osVersions.word(line.slice(.osVersion), in: line)
        cells.values[index].channel = words.channels.word(line.slice(.channel), in: line)
    }

    func rows(_ words: TelemetryWords) -> [TelemetryReduction.DeviceDay] {
        cells.values.map { cell in
            TelemetryReduction.DeviceDay(
                day: cell.day,
                device: words.devices[cell.device],
                user: words.users[cell.user],
                version: words.versions[cell.version],
                model: words.models[cell.model],
                osVersion: words.osVersions[cell.osVersion],
                channel: words.channels[cell.channel],
                newest: cell.newest,
                lines: cell.lines,
                actives: cell.actives,
                crashes: cell.crashes
            )
        }
    }
}
