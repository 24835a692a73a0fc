import type * as Yauzl from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'

import { Refusal } from '#kernel/errors.ts'
import { late } from '#std/late.ts'

import { type FileTree, type FoundFile, isMarkdown } from './markdown-files.ts'
import { skippedEntry } from './record.ts'

const yauzl = late<typeof Yauzl>('yauzl')

const maxEntries = 20_000
const maxUnpacked = 200_000_000
/** An archive that unpacks to more than this many times its size, and to more than 10 MB, is not a collection of texts. */
const maxRatio = 100
const ratioFrom = 10_000_000

/**
 * The Markdown files of a ZIP archive in memory. Its name is that of the folder that contains everything, else `name`. Nothing
 * is written to a disk; a file is unpacked when it is read. Errors: `validation_failed` for what is not an archive, or a bomb.
 */
export async function zipTree(bytes: Buffer, name: string): Promise<FileTree> {
  const zip = await open(bytes)
  const entries = await entriesOf(zip)
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > maxUnpacked || (unpacked > ratioFrom && unpacked > bytes.length * maxRatio))
    throw refuse(`unpacks to ${unpacked} bytes, at most ${maxUnpacked} and ${maxRatio} times its size are read`)

  const root = commonFolder(entries.map(({ fileName }) => fileName).filter((path) => !isJunk(path)))
  const seen = new Set<string>()
  const found = entries
    .filter(({ fileName }) => !fileName.endsWith('/'))
    .map((entry): FoundFile => {
      const path = entry.fileName.slice(root.length)
      const skipped = (what: string, reason: string) => skippedEntry(path, what, reason)
      if (isJunk(entry.fileName)) return skipped('hidden file', 'Names that begin with a dot are left out')
      if (entry.externalFileAttributes >>> 28 === 0xa) return skipped('link', 'Links in an archive are not followed')
      if (entry.isEncrypted())
        return skipped('file with a password', 'It is encrypted: make an archive without a password')
      if (seen.has(path)) return skipped('repeated file', 'The archive has it twice')
      seen.add(path)
      const file = { path, bytes: entry.uncompressedSize, read: () => unpack(zip, entry) }
      return { kind: isMarkdown(path) ? 'file' : 'other', file }
    })
    .toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))
  return { name: root.slice(0, -1) || name, only: null, files: () => found }
}

/** Whether bytes are a ZIP archive. */
export function isZip(bytes: Buffer): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

/** One Markdown file in memory, as a folder with nothing else in it. */
export function fileTree(bytes: Buffer, { name, path }: { name: string; path: string }): FileTree {
  return {
    name,
    only: null,
    files: () => [{ kind: 'file', file: { path, bytes: bytes.length, read: async () => bytes } }],
  }
}

function pathOf(found: FoundFile): string {
  return found.kind === 'skipped' ? found.sourceLabel : found.file.path
}

function isJunk(path: string): boolean {
  return path.startsWith('__MACOSX/') || path.split('/').some((part) => part.startsWith('.'))
}

/** The one folder that everything is in, with its slash; '' where there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = paths[0]?.split('/', 1)[0] ?? ''
  return paths.length > 0 && paths.every((path) => path.startsWith(`${first}/`)) ? `${first}/` : ''
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names that lead out of the archive are refused by the library.
    yauzl().fromBuffer(
      bytes,
      { lazyEntries: true, validateEntrySizes: true, decodeStrings: true, autoClose: false },
      (error, zip) => (error === null && zip !== undefined ? resolve(zip) : reject(refuse('cannot be read as ZIP'))),
    )
  })
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  return new Promise((resolve, reject) => {
    if (zip.entryCount > maxEntries)
      return reject(refuse(`has ${zip.entryCount} entries, at most ${maxEntries} are read`))
    zip.on('error', (error: Error) => reject(refuse(reasonOf(error))))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > maxEntries) return reject(refuse(`has more than ${maxEntries} entries`))
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function reasonOf({ message }: Error): string {
  return /relative path|absolute path|invalid characters in fileName/.test(message)
    ? 'names a file outside itself'
    : 'is damaged'
}

function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(refuse('is damaged'))
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => void pieces.push(piece))
      stream.on('end', () => resolve(Buffer.concat(pieces)))
      stream.on('error', () => reject(refuse(`is damaged at ${entry.fileName.slice(0, 200)}`)))
    })
  })
}

function refuse(what: string): Refusal {
  return new Refusal('validation_failed', `The archive ${what}. Make a ZIP of a folder of Markdown files.`)
}
