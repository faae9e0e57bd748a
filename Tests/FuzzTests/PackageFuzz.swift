import Foundation

@testable import Formats

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: everything that reads a file of an app's package. The first byte says which.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard let first = bytes.first else { return 0 }
    readers[Int(first) % readers.count](Array(bytes.dropFirst()))
    return 0
}

/// In the order of the letters in `Corpus/make.py`.
private let readers: [@Sendable ([UInt8]) -> Void] = [
    plist, profile, xml, resources, bundle, bundleResources, picture, signing, program, harmonyResources, harmonySigning,
]

private func plist(_ bytes: [UInt8]) {
    guard let value = try? Plist.read(bytes) else { return }
    precondition(count(value, depth: 1) <= PlistLimits().values)
}

/// No more comes out than may, however often it is named.
private func count(_ value: PlistValue, depth: Int) -> Int {
    precondition(depth <= PlistLimits().depth)
    switch value {
    case .list(let items): return items.reduce(1) { $0 + count($1, depth: depth + 1) }
    case .dictionary(let members): return members.values.reduce(1) { $0 + count($1, depth: depth + 1) }
    default: return 1
    }
}

private func profile(_ bytes: [UInt8]) {
    _ = try? MobileProvision(content: bytes)
    _ = try? HAPProfile(content: bytes)
}

private func xml(_ bytes: [UInt8]) {
    guard let elements = try? APKXML.elements(bytes) else { return }
    precondition(elements.count <= APKXMLLimits().elements && elements.allSatisfy { $0.depth <= APKXMLLimits().depth })
    _ = try? APKFacts(elements, APKNoResources())
}

private func resources(_ bytes: [UInt8]) {
    guard let table = try? APKResourceTable(bytes) else { return }
    ask(table)
}

private func bundle(_ bytes: [UInt8]) {
    guard let elements = try? AABXML.elements(bytes) else { return }
    _ = try? APKFacts(elements, APKNoResources())
}

private func bundleResources(_ bytes: [UInt8]) {
    ask(AABResources(bytes))
}

private func ask(_ resources: any APKResources) {
    for number in [0x7F01_0000, 0x7F01_0001, 0x7F02_0000] {
        _ = try? resources.text(.reference(number))
        _ = try? resources.files(.reference(number))
    }
}

private func picture(_ bytes: [UInt8]) {
    guard let image = try? PNG.decodeAny(bytes, maxPixels: 1 << 16, maxSide: 1024) else { return }
    precondition(image.pixels.count == image.width * image.height * 4 && image.width * image.height <= 1 << 16)
    let small = image.fitted(to: 16)
    precondition(small.pixels.count == small.width * small.height * 4 && max(small.width, small.height) <= 16)
}

private func signing(_ bytes: [UInt8]) {
    _ = try? APKSigning.size(footer: bytes.suffix(APKSigning.footerBytes))
    _ = try? APKSigning(block: bytes)
}

private func program(_ bytes: [UInt8]) {
    _ = try? MachO.architectures(head: bytes)
}

private func harmonyResources(_ bytes: [UInt8]) {
    guard let resources = try? HAPResources(bytes) else { return }
    for number in 0..<4 { _ = resources.value(number, "$string:a") }
}

private func harmonySigning(_ bytes: [UInt8]) {
    _ = try? HAPSigning.size(footer: bytes.suffix(HAPSigning.footerBytes))
    _ = try? HAPSigning(block: bytes)
}
