/// What a report says of the reason, the best first.
enum CrashReason {
    /// - Parameter main: the exception it is about.
    static func of(_ report: CrashReport, _ main: Int?) -> String {
        if let main, !report.thrown[main].type.isEmpty { return report.thrown[main].message }
        if let event = report.event, !event.message.isEmpty { return event.message }
        if !report.abortMessage.isEmpty { return report.abortMessage }
        if let said = report.information.first(where: { !$0.isEmpty }) { return said }
        let exception = report.exception
        if !exception.subtype.isEmpty { return exception.subtype }
        if report.format.hasFileOffsets, let address = exception.address { return "\(exception.codes) at 0x\(String(address, radix: 16))" }
        return exception.codes.isEmpty ? report.termination.reason : exception.codes
    }
}
