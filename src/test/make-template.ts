// Makes what the databases of tests are copied from, for kept-templates.ts: `make-template.ts <file> <file>` packs an empty
// embedded one and a migrated one, `make-template.ts <url>` migrates one on a server.
import { readFile, writeFile } from 'node:fs/promises'

import { silentLog } from '#kernel/log.ts'
import { type MemoryOptions, openDatabase, openMemoryDatabase } from '#platform/database/backend.ts'

import { migrations, noSecrets } from './template.ts'

/** Bytes: what a tar file consists of. */
const block = 512

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

// Every test file unpacks this into memory: what no test opens (template databases, reserved log space) would be half of it.
function withoutUnused(archive: Buffer): Buffer {
  const kept = [...entriesOf(archive)].filter(({ name, bytes }) => {
    const isModelDatabase = /^\/base\/[14]\/./.test(name)
    const isEmptyLog = name.startsWith('/pg_wal/0') && !bytes.subarray(block).some((byte) => byte !== 0)
    return !isModelDatabase && !isEmptyLog
  })
  return Buffer.concat([...kept.map(({ bytes }) => bytes), Buffer.alloc(2 * block)])
}

function* entriesOf(archive: Buffer): Generator<{ name: string; bytes: Buffer }> {
  for (let at = 0; archive[at] !== undefined && archive[at] !== 0;) {
    const name = archive.toString('latin1', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8)
    const end = at + block + Math.ceil(size / block) * block
    yield { name, bytes: archive.subarray(at, end) }
    at = end
  }
}
