/// What a list can be had as.
enum ExportFormat: String, CaseIterable, Sendable {
    case csv, json

    var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .json: "application/json; charset=utf-8"
        }
    }
}
