import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'

import { readMigrations } from '#platform/database/migration-files.ts'

const pack = promisify<Buffer, { level: number }, Buffer>(gzip)

/** Where templates are, and the migrations that they have had. */
export type Templates = { folder: string; migrations: string }

/** What is in a template, in the order of its bytes; directories come before what is in them and have no size. */
type Entry = { path: string; size?: number }

/**
 * The file of the template for exactly this engine and these migrations: any other has another name, so that one which does not fit
 * is not found (database.md#packed-template).
 */
export async function templateFile({ folder, migrations }: Templates): Promise<string> {
  const hash = createHash('sha256').update(await engineVersion())
  for (const { name, checksum } of await readMigrations(migrations)) hash.update(`\n${name} ${checksum}`)
  return join(folder, `${hash.digest('hex').slice(0, 16)}.gz`)
}

async function engineVersion(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8')) as { version: string }
  return version
}

/** Packs the closed database `directory` into `file`, which appears complete or not at all, and removes the templates beside it. */
export async function packTemplate(directory: string, file: string): Promise<void> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true })
  const entries: Entry[] = []
  const parts: Buffer[] = []
  for (const one of found.toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))) {
    const path = pathOf(one).slice(directory.length + 1)
    if (one.isDirectory()) entries.push({ path })
    else {
      const bytes = await readFile(join(directory, path))
      entries.push({ path, size: bytes.length })
      parts.push(bytes)
    }
  }
  const head = Buffer.from(JSON.stringify(entries))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, await pack(Buffer.concat([length, head, ...parts]), { level: 9 }))
  for (const name of await readdir(folder)) if (name.endsWith('.gz')) await rm(join(folder, name))
  await rename(unfinished, file)
}

function pathOf({ parentPath, name }: { parentPath: string; name: string }): string {
  return join(parentPath, name)
}

/**
 * Makes `directory` from a template. False where there is none that fits; throws for one that is damaged, with some files made.
 */
export async function unpackTemplate(directory: string, templates: Templates): Promise<boolean> {
  const file = await templateFile(templates)
  if (!existsSync(file)) return false
  const packed = createReadStream(file)
  const bytes = packed.compose(createGunzip()) as AsyncIterable<Buffer>
  const stream = bytes[Symbol.asyncIterator]()
  const take = taker(stream)
  const length = (await wholeOf(take(4))).readUInt32BE(0)
  const entries = JSON.parse((await wholeOf(take(length))).toString()) as Entry[]
  await mkdir(directory, { mode: 0o700 })
  for (const { path, size } of entries) {
    if (size === undefined) await mkdir(join(directory, path))
    else await writeFile(join(directory, path), take(size))
  }
  // Only the end of the stream says whether its checksum fits.
  if ((await stream.next()).done !== true) throw new Error('The template has more than it says')
  return true
}

/** Hands out the next bytes of a stream, as they come. A stream that is too short is an error. */
function taker(stream: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0)
  return async function* take(size: number) {
    let missing = size
    while (missing > 0) {
      if (rest.length === 0) {
        const { value, done } = await stream.next()
        if (done === true) throw new Error('The template ends too early')
        rest = value
      }
      const part = rest.subarray(0, missing)
      rest = rest.subarray(part.length)
      missing -= part.length
      yield part
    }
  }
}

async function wholeOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const whole: Buffer[] = []
  for await (const part of parts) whole.push(part)
  return Buffer.concat(whole)
}
