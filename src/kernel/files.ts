/** More bytes came than are accepted: none of them was kept. */
export class TooManyBytes extends Error {}

/** The bytes ended before they were complete: the sender went away. */
export class BodyCutOff extends Error {}

/** What is known of a stored file. */
export type StoredFile = { bytes: number }

export type PutRules = {
  /** The most bytes that are accepted; `TooManyBytes` is thrown for the next one. */
  maxBytes?: number
}

/**
 * Files by key: segments of `[A-Za-z0-9._-]` between slashes, made by the server, never by a client. Where files are stored is
 * the operator's choice. What the store cannot do right now is 503 `unavailable`.
 */
export type Files = {
  /** Stores a file whole or not at all, replacing one with this key. Returns its size in bytes and its SHA-256. */
  put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    rules?: PutRules,
  ): Promise<StoredFile & { sha256: Buffer }>
  /** The bytes of a file as they are read; undefined where there is none. */
  get(key: string): Promise<(StoredFile & { content: AsyncIterable<Uint8Array> }) | undefined>
  head(key: string): Promise<StoredFile | undefined>
  /** Removes a file, if it is there. */
  remove(key: string): Promise<void>
  /** Removes every file whose key begins with the folder and a slash. */
  removeFolder(folder: string): Promise<void>
}

/** The files below one folder, such as one organization's: no key leads out of it. */
export function filesBelow(files: Files, folder: string): Files {
  const below = (key: string) => `${folder}/${key}`
  return {
    put: (key, content, rules) => files.put(below(key), content, rules),
    get: (key) => files.get(below(key)),
    head: (key) => files.head(below(key)),
    remove: (key) => files.remove(below(key)),
    removeFolder: (name) => files.removeFolder(below(name)),
  }
}

/** A file as one buffer; undefined where there is none. Only for files whose size was limited when they were stored. */
export async function readFile(files: Files, key: string): Promise<Buffer | undefined> {
  const found = await files.get(key)
  if (found === undefined) return undefined
  const parts: Uint8Array[] = []
  for await (const part of found.content) parts.push(part)
  return Buffer.concat(parts)
}

/** Where no files are kept. */
export const noFiles: Files = {
  put: refuse,
  get: refuse,
  head: refuse,
  remove: refuse,
  removeFolder: refuse,
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('no place for files was given here'))
}
