import Web

/// Statistics whose pages offer their steps or rows as files, as lists do. Crashes have a table of their own, by the minute.
extension ActiveStatistics: Listing {}
extension VersionStatistics: Listing {}
extension StartupStatistics: Listing {}
extension RPCStatistics: Listing {}
extension SessionStatistics: Listing {}
