import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { checkedKey } from './keys.ts'
import { orUnavailable, removeStale, spool, unfinishedOf } from './spool.ts'
import { type FileStore, proveWritable } from './store.ts'

/**
 * Files below a folder of this machine, or of a network that all nodes share. A file is written under a temporary name, synced
 * to the disk, and renamed: nobody ever sees half of one.
 */
export function localFiles(root: string): FileStore {
  const unfinished = unfinishedOf(root)
  const pathOf = (key: string) => join(root, ...checkedKey(key).split('/'))

  const store: FileStore = {
    place: root,

    async put(key, content, { maxBytes = Infinity } = {}) {
      const target = pathOf(key)
      const { path, bytes, sha256 } = await spool(unfinished, content, maxBytes)
      try {
        await place(path, target)
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined)
        throw orUnavailable(error)
      }
      return { bytes, sha256 }
    },

    async get(key) {
      const found = await store.head(key)
      return found && { ...found, content: readAll(pathOf(key)) }
    },

    async head(key) {
      const found = await stat(pathOf(key)).catch(orAbsent)
      return found?.isFile() === true ? { bytes: found.size } : undefined
    },

    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      await rmdir(dirname(path)).catch(() => undefined)
    },

    removeFolder: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
    tidy: () => removeStale(unfinished),
    prove: () => proveWritable(store),
    close: async () => {},
  }
  return store
}

// The folder may be removed with its last file between the two steps: one more attempt is enough to create it again.
async function place(from: string, to: string): Promise<void> {
  const move = async () => {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
  }
  await move().catch(async (error: unknown) => {
    if (Reflect.get(Object(error), 'code') !== 'ENOENT') throw error
    await move()
  })
  await syncFolder(dirname(to))
}

// The name is on the disk only once its folder is synced. Not every file system lets a folder be opened.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

// Opened when the first part is requested: a reader that never asks leaves nothing open.
async function* readAll(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  try {
    yield* file.createReadStream({ autoClose: false })
  } finally {
    await file.close()
  }
}

function orAbsent(error: unknown): undefined {
  const code: unknown = Reflect.get(Object(error), 'code')
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
  throw orUnavailable(error)
}
