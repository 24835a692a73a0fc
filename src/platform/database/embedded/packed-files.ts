import { MemoryFS } from '@electric-sql/pglite'

/** Bytes: what a tar archive consists of. */
const block = 512
const root = '/pglite/data'
/** Bytes of one segment of the log, which is packed without its unused end. */
export const segment = 16 * 1024 * 1024

/**
 * The files of an engine in memory, from what `dumpDataDir` packed. The archive becomes their contents: PGlite's own way of loading
 * one copies it four times, which takes longer than all else that opening does.
 */
export class PackedFiles extends MemoryFS {
  readonly #archive: Uint8Array

  /** @param archive belongs to the engine from now on, which writes into it */
  constructor(archive: Uint8Array) {
    super()
    this.#archive = archive
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS
    if (files === undefined) throw new Error('the engine has no files yet')
    files.mkdirTree(root)
    for (const { path, isFolder, bytes } of entriesOf(this.#archive)) {
      if (isFolder) {
        files.mkdirTree(path)
        continue
      }
      const stream = files.open(path, 'w')
      files.write(stream, bytes, 0, bytes.length, 0, true)
      files.close(stream)
      // At once: what grows with each write is copied over and over.
      if (path.startsWith(`${root}/pg_wal/0`)) files.truncate(path, segment)
    }
  }
}

// Folders come before what is in them.
function* entriesOf(archive: Uint8Array): Generator<{ path: string; isFolder: boolean; bytes: Uint8Array }> {
  const text = (from: number, length: number) =>
    Buffer.from(archive.subarray(from, from + length))
      .toString('latin1')
      .replace(/\0.*$/s, '')
  for (let at = 0; archive[at] !== undefined && archive[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8)
    const bytes = archive.subarray(at + block, at + block + size)
    yield { path: `${root}/${text(at, 100).replace(/^\//, '')}`, isFolder: text(at + 156, 1) === '5', bytes }
    at += block + Math.ceil(size / block) * block
  }
}
