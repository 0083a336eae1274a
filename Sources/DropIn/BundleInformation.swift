// SPDX-License-Identifier: Apache-2.0

/// The `Info.plist` that gives a program a bundle identifier, as it would have on Apple's systems.
package enum BundleInformation {
  /// The identifier of a package that says none: its name, in a domain that is nobody's.
  package static func identifier(forPackage manifest: String, folder: String) -> String {
    let name = packageName(manifest) ?? File.name(folder)
    let allowed = name.utf8.map { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        ? byte : UInt8(ascii: "-")
    }
    return "local." + (allowed.isEmpty ? "package" : String(decoding: allowed, as: UTF8.self))
  }

  /// The first `name: "…"` behind `Package(`.
  private static func packageName(_ manifest: String) -> String? {
    guard let package = manifest.firstEnd(of: "Package("),
      let start = manifest[package...].firstEnd(of: "name:"),
      let quote = manifest[start...].firstIndex(of: "\"")
    else { return nil }
    let rest = manifest[manifest.index(after: quote)...]
    guard let end = rest.firstIndex(of: "\""), end > rest.startIndex else { return nil }
    return String(rest[..<end])
  }

  /// The property list.
  ///
  /// - Parameter identifier: of letters, digits, dots and hyphens.
  package static func propertyList(_ identifier: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>CFBundleIdentifier</key>
      <string>\(identifier)</string>
    </dict>
    </plist>

    """
  }

  /// Writes it beside the executables in `folder`; one that is there stays.
  static func write(_ identifier: String, to folder: String) throws(DropInError) {
    let path = folder + "/Info.plist"
    if File.exists(path) { return }
    try File.makeFolder(folder)
    try File.write(Array(propertyList(identifier).utf8), to: path)
  }
}

extension StringProtocol {
  /// The place behind the first occurrence of `text`.
  func firstEnd(of text: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
