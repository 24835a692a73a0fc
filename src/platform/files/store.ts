import { type Files, readFile } from '#kernel/files.ts'

/** Where files are kept, with what only the operator does. */
export type FileStore = Files & {
  /** Where it is, in words for the operator, without secrets. */
  place: string
  /** Removes what killed processes left unfinished. */
  tidy(): Promise<void>
  /** Writes a small file, reads it and removes it. Throws an `Error` that says in a plain sentence what is in the way. */
  prove(): Promise<void>
  close(): Promise<void>
}

/** Writes, reads and removes a file of its own. */
export async function proveWritable(files: Files): Promise<void> {
  const key = `probe/${process.pid}-${Date.now()}`
  const text = 'Masthead checks whether files can be stored here.'
  await files.put(key, Buffer.from(text))
  try {
    const found = await readFile(files, key)
    if (found?.toString() !== text) throw new Error('What was written could not be read again.')
  } finally {
    await files.remove(key)
  }
}
