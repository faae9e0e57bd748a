import Formats

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: everything that reads a crash report and puts it into a group.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    let limits = size % 2 == 0 ? CrashReadLimits() : few
    let report = try? CrashReport.read(bytes, limits: limits)
    if let report { check(report, limits) }
    for version in CrashGrouping.Version.allCases { check(CrashGrouping(version).group(bytes, report)) }
    return 0
}

/// So few that small inputs have more.
private let few: CrashReadLimits = {
    var limits = CrashReadLimits()
    (limits.threads, limits.frames, limits.images, limits.thrown, limits.registers, limits.lines, limits.message, limits.name) = (
        2, 4, 2, 2, 2, 2, 16, 8
    )
    return limits
}()

/// No more is kept than may be, and whatever is read points at what is there.
private func check(_ report: CrashReport, _ limits: CrashReadLimits) {
    let frames = report.threads.flatMap(\.frames) + report.thrown.flatMap(\.frames)
    precondition(report.threads.count <= limits.threads + 1 && frames.count <= limits.frames && report.images.count <= limits.images)
    precondition(
        report.thrown.count <= max(1, limits.thrown) && report.registers.count <= limits.registers && report.information.count <= limits.lines
    )
    precondition(frames.allSatisfy { $0.image.map(report.images.indices.contains) ?? true })
    precondition(frames.allSatisfy { $0.symbol.utf8.count <= 3 * limits.name && !$0.symbol.utf8.contains(0) })
    precondition(report.thrown.enumerated().allSatisfy { ($0.element.parent ?? -1) < $0.offset })
}

private func check(_ group: CrashKey) {
    precondition(group.lines.count <= CrashKey.mostLines && group.fingerprintText.utf8.count == 16)
    precondition(group.title.unicodeScalars.count <= 502 && group.culprit.unicodeScalars.count <= 200)
    precondition(!(group.title + group.culprit).unicodeScalars.contains { $0.value < 0x20 })
}
