import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'

/** What the hook did so far. */
export type FsyncCounts = { files: number; directories: number }

/**
 * Makes the engine's fsync reach the disk: PGlite's file layer answers it without calling the host. Directories in which a file was
 * made or renamed (a new WAL segment above all) are synced with the next file, since the engine cannot sync a directory there.
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

/** Syncs every file and directory below `path`, and `path`. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) syncTree(child)
    else if (entry.isFile()) syncPath(child)
  }
  syncPath(path)
}

/** Syncs one file or directory; a directory is left out on Windows, which cannot open one. */
export function syncPath(path: string): void {
  const file = openForSync(path)
  if (file === undefined) return
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function openForSync(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (process.platform === 'win32' || isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

type Node = object
type FileLayer = {
  realPath(node: Node): string
  node_ops: {
    mknod(parent: Node, ...rest: unknown[]): unknown
    rename(node: Node, parent: Node, name: string): void
  }
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
}

/** Emscripten's NODEFS, an internal of the package: `fsync.test.ts` notices when it stops being called. */
function fileLayer(db: PGlite): FileLayer {
  const module = db.Module as unknown as { NODEFS?: FileLayer; FS: { filesystems: { NODEFS?: FileLayer } } }
  const layer = module.NODEFS ?? module.FS.filesystems.NODEFS
  if (!layer) throw new Error('This version of PGlite has no NODEFS: commits could not be synced to disk')
  return layer
}
