import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { PGlite } from '@electric-sql/pglite'

/** Hears what the engine does with files. */
export type FilesTold = {
  /** A file has another name; `from` is without its folder. */
  renamed(from: string, to: string): void
  opened(path: string): void
}

/** What the hook has done so far. */
export type FsyncCounts = { files: number; directories: number }

/** Tells which files the engine renames and opens from now on. */
export function hookFiles(db: PGlite, told: FilesTold): void {
  const layer = fileLayer(db)
  const { rename } = layer.node_ops
  layer.node_ops.rename = (node, parent, name) => {
    const before = node.name
    rename(node, parent, name)
    told.renamed(before, layer.realPath(node))
  }
  const { open: openStream } = layer.stream_ops
  layer.stream_ops.open = (stream) => {
    openStream(stream)
    told.opened(layer.realPath(stream.node))
  }
}

/**
 * Makes the engine's fsync reach the disk (database.md#commits-reach-the-disk). Directories in which a file was created or renamed
 * (above all, a new WAL segment) are synced with the next file, because the engine cannot sync a directory there.
 */
export function hookFsync(db: PGlite, onSync: (counts: FsyncCounts) => void = () => {}): FsyncCounts {
  const layer = fileLayer(db)
  const counts: FsyncCounts = { files: 0, directories: 0 }
  const changed = new Set<string>()

  const { mknod, rename } = layer.node_ops
  layer.node_ops.mknod = (parent, ...rest) => {
    const made = mknod(parent, ...rest)
    changed.add(layer.realPath(parent))
    return made
  }
  layer.node_ops.rename = (node, parent, name) => {
    rename(node, parent, name)
    changed.add(layer.realPath(parent))
  }
  layer.stream_ops.fsync = (stream) => {
    fsyncSync(stream.nfd)
    counts.files += 1
    for (const directory of changed) {
      syncPath(directory)
      counts.directories += 1
    }
    changed.clear()
    onSync(counts)
    return 0
  }
  return counts
}

/** Syncs `path` and every file and directory below it: some thousand, so off the event loop and several at a time. */
export async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .concat(path)
    .values()

  const syncNext = async () => {
    for (const each of paths) await syncAside(each)
  }
  await Promise.all(Array.from({ length: lanes }, syncNext))
}

const lanes = 8

async function syncAside(path: string): Promise<void> {
  const file = await open(path, syncFlags).catch(unlessUnopenable)
  if (!file) return
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs one file or directory; directories are skipped on Windows, which cannot open them. */
export function syncPath(path: string): void {
  const file = openForSync(path)
  if (file === undefined) return
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Windows syncs only files that are open for writing. */
const syncFlags = process.platform === 'win32' ? 'r+' : 'r'

function openForSync(path: string): number | undefined {
  try {
    return openSync(path, syncFlags)
  } catch (error) {
    return unlessUnopenable(error)
  }
}

/** Windows cannot open directories, and a file may be gone by now. */
function unlessUnopenable(error: unknown): undefined {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (process.platform !== 'win32' && !isMissing) throw error
}

type Node = { name: string }
type FileLayer = {
  realPath(node: Node): string
  node_ops: {
    mknod(parent: Node, ...rest: unknown[]): unknown
    rename(node: Node, parent: Node, name: string): void
  }
  stream_ops: { fsync?: (stream: { nfd: number }) => number; open(stream: { node: Node }): void }
}

/** Emscripten's NODEFS, an internal of the package: `fsync.test.ts` notices when it stops being called. */
function fileLayer(db: PGlite): FileLayer {
  const module = db.Module as unknown as { NODEFS?: FileLayer; FS: { filesystems: { NODEFS?: FileLayer } } }
  const layer = module.NODEFS ?? module.FS.filesystems.NODEFS
  if (!layer) throw new Error('This version of PGlite has no NODEFS: commits could not be synced to disk')
  return layer
}
