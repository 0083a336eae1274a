// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Strongroom

/// Notes in an encrypted realm. The key is in the keychain; whoever finds the file finds nothing.
///
///     notes add "Buy milk" shopping     a note with a tag
///     notes list [TAG]                  what is to be done
///     notes find WORD                   what has a word in it
///     notes done NUMBER                 ticks off
///     notes watch                       tells what other programs add and tick off, as it happens
@main
enum Notes {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as NSError {
      FileHandle.standardError.write(Data("notes: \(error.localizedDescription)\n".utf8))
      exit(1)
    }
  }

  /// The three lines that Realm's manual asks for: the key, the configuration, the realm.
  static func openRealm() throws -> Realm {
    let key = try Keyring().findOrMake("notes")
    let configuration = Realm.Configuration(
      encryptionKey: key.data, objectTypes: [Note.self, Notebook.self])
    return try Realm(configuration: configuration)
  }

  static func run(_ arguments: [String]) throws {
    let realm = try openRealm()
    let open = realm.objects(Note.self).where { !$0.isDone }.sorted(byKeyPath: "created")
    switch (arguments.first, Array(arguments.dropFirst())) {
    case ("add"?, let words) where !words.isEmpty:
      let note = Note(words[0], tags: Array(words.dropFirst()))
      try realm.write {
        let notebook = realm.create(Notebook.self, value: ["name": "inbox"], update: .modified)
        notebook.notes.append(note)
      }
      print("added \(open.count)")
    case ("list"?, let tags) where tags.count <= 1:
      for (number, note) in open.enumerated() where tags.allSatisfy({ note.tags.contains($0) }) {
        show(note, number)
      }
    case ("find"?, let words) where words.count == 1:
      let found = open.where { $0.text.contains(words[0], options: .caseInsensitive) }
      for note in found { show(note, open.index(of: note) ?? 0) }
    case ("done"?, let words) where words.count == 1:
      guard let number = Int(words[0]), (1...open.count).contains(number) else {
        return print("there is no note \(words[0])")
      }
      let note = open[number - 1]
      try realm.write { note.isDone = true }
      print("done: \(note.text)")
    case ("watch"?, let words) where words.isEmpty:
      watch(open)
    default:
      print("usage: notes add TEXT [TAG…] | list [TAG] | find WORD | done NUMBER | watch")
    }
  }

  /// Never comes back: whoever has started it stops it.
  static func watch(_ notes: Results<Note>) {
    var known: [String] = []
    let token = notes.observe { change in
      switch change {
      case .initial(let notes):
        tell("watching \(notes.count)")
      case .update(let notes, let deletions, let insertions, _):
        for place in deletions { tell("done: \(known[place])") }
        for place in insertions { tell("added: \(notes[place].text)") }
      case .error(let error):
        tell(error.localizedDescription)
      }
      // What is gone has no text any more.
      known = notes.map(\.text)
    }
    withExtendedLifetime(token) { RunLoop.main.run() }
  }

  /// Prints at once, also into a file.
  static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  static func show(_ note: Note, _ number: Int) {
    let tags = note.tags.map { "#\($0)" }.sorted().joined(separator: " ")
    print("\(number + 1). \(note.text)\(tags.isEmpty ? "" : "  \(tags)")")
  }
}
