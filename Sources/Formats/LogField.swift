/// What a log line is about, told by its first field.
public enum LogLineKind: UInt8, Sendable, CaseIterable {
    /// `D-VM`: something the user or the app did, among it `reportActive` and `login`.
    case behaviour
    /// `D-MM`: a measured start or remote call.
    case performance
    /// `e`: a crash with its report.
    case crash

    /// The fields a line of this kind has at least; more at its end are tolerated (contract, section 4).
    var fieldCount: Int {
        switch self {
        case .behaviour: 48
        case .performance: 37
        case .crash: 34
        }
    }
}

/// A named place in a log line.
///
/// Places and names are from the contract, section 4, which follows mPaaS's published log models
/// (help.aliyun.com 99914 behaviour, 99916 performance).
public enum LogField: UInt8, Sendable, CaseIterable {
    case time, product, version, client, session, user
    case previousPage, event, businessType
    case metric, milliseconds, firstStart
    case extras
    case foreground, monitorPoint, crashText, page
    case device, model, osVersion, network, channel, language, hotpatch, resolution
    case process, thread, runtime

    /// The field's position in a line of `kind`, 0 = first; nil when such lines do not have it.
    public func position(in kind: LogLineKind) -> Int? {
        let position = places >> (UInt32(kind.rawValue) * 8) & 0xFF
        return position == 0 ? nil : Int(position)
    }

    /// The positions in lines of the three kinds. Asked for a dozen times a line, so they are constants that the compiler can put in a table.
    private var places: UInt32 {
        switch self {  // (D-VM, D-MM, e)
        case .time: Self.at(1, 1, 1)
        case .product: Self.at(2, 2, 2)
        case .version: Self.at(3, 3, 3)
        case .client: Self.at(5, 5, 5)
        case .session: Self.at(6, 6, 6)
        case .user: Self.at(7, 7, 7)
        case .previousPage: Self.at(10, nil, nil)
        case .event: Self.at(15, nil, nil)
        case .businessType: Self.at(17, nil, nil)
        case .metric: Self.at(nil, 12, nil)
        case .milliseconds: Self.at(nil, 13, nil)
        case .firstStart: Self.at(nil, 14, nil)
        case .extras: Self.at(22, 14, 26)
        case .foreground: Self.at(nil, nil, 9)
        case .monitorPoint: Self.at(nil, nil, 13)
        case .crashText: Self.at(nil, nil, 14)
        case .page: Self.at(nil, nil, 15)
        case .device: Self.at(25, 23, 28)
        case .model: Self.at(33, 20, 23)
        case .osVersion: Self.at(34, 18, 24)
        case .network: Self.at(35, 19, 25)
        case .channel: Self.at(37, 22, 16)
        case .language: Self.at(38, 24, nil)
        case .hotpatch: Self.at(39, 28, 30)
        case .resolution: Self.at(45, 32, nil)
        case .process: Self.at(nil, nil, 31)
        case .thread: Self.at(nil, nil, 32)
        case .runtime: Self.at(nil, nil, 33)
        }
    }

    /// Position 0 is the kind itself and no field's, so 0 can stand for none.
    @inline(__always)
    private static func at(_ behaviour: UInt32?, _ performance: UInt32?, _ crash: UInt32?) -> UInt32 {
        (behaviour ?? 0) | (performance ?? 0) << 8 | (crash ?? 0) << 16
    }
}
