// Makes what the databases of tests are copied from, for kept-templates.ts: `make-template.ts <file> <file>` packs an empty
// embedded one and a migrated one, `make-template.ts <url>` migrates one on a server.
import { readFile, writeFile } from 'node:fs/promises'

import { silentLog } from '#kernel/log.ts'
import { type MemoryOptions, openDatabase, openMemoryDatabase } from '#platform/database/backend.ts'

import { block, entriesOf, sizeAt, sumAt } from './tar-entries.ts'
import { migrations, noSecrets } from './template.ts'

/** Bytes: what the engine reads at once. */
const page = 8192

const [first = '', migrated = ''] = process.argv.slice(2)

if (first.startsWith('postgres')) {
  const backend = await openDatabase({
    databaseUrl: first,
    migrations,
    statements: 'named',
    poolMax: 1,
    secrets: noSecrets,
    log: silentLog,
  })
  await backend.close()
} else {
  await pack(first, {})
  await pack(migrated, { migrations, template: await readFile(first) })
}

async function pack(file: string, options: Partial<MemoryOptions>): Promise<void> {
  const backend = await openMemoryDatabase({ log: silentLog, ...options })
  await writeFile(file, withoutUnused(Buffer.from(await backend.pack())))
  await backend.close()
}

// Every test file unpacks this: what no test opens (template databases, reserved log space) would be two thirds of it.
function withoutUnused(archive: Buffer): Buffer {
  const entries = [...entriesOf(archive)]
  const [current] = entries.filter(({ name }) => isLog(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const kept = entries
    .filter((entry) => !/^\/base\/[14]\/./.test(entry.name) && (!isLog(entry.name) || entry === current))
    .map((entry) => (entry === current ? withoutEnd(entry.bytes) : entry.bytes))
  return Buffer.concat([...kept, Buffer.alloc(2 * block)])
}

function isLog(name: string): boolean {
  return name.startsWith('/pg_wal/0')
}

/** A file whose end is zeros, without the pages that have nothing else: the engine writes them when it needs them. */
function withoutEnd(entry: Buffer): Buffer {
  const used = entry.findLastIndex((byte) => byte !== 0) + 1 - block
  const size = Math.ceil(used / page) * page
  const head = Buffer.from(entry.subarray(0, block))
  head.write(`${size.toString(8).padStart(11, '0')}\0`, sizeAt, 'latin1')
  // Of all bytes of the head, its own as spaces.
  head.fill(' ', sumAt, sumAt + 8)
  const sum = head.reduce((one, other) => one + other, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, sumAt, 'latin1')
  return Buffer.concat([head, entry.subarray(block, block + size)])
}
