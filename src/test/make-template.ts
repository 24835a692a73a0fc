// Migrates once, for src/test/global-setup.ts: into the named file, or into the database of that name.
import { writeFile } from 'node:fs/promises'

import { silentLog } from '#kernel/log.ts'
import { openDatabase, openMemoryDatabase } from '#platform/database/backend.ts'

import { migrations, noSecrets } from './template.ts'

/** Bytes: what a tar file consists of. */
const block = 512

const [target = ''] = process.argv.slice(2)

if (target.startsWith('postgres')) {
  const backend = await openDatabase({
    databaseUrl: target,
    migrations,
    statements: 'named',
    poolMax: 1,
    secrets: noSecrets,
    log: silentLog,
  })
  await backend.close()
} else {
  const backend = await openMemoryDatabase({ log: silentLog, migrations })
  await writeFile(target, withoutUnused(Buffer.from(await (await backend.pack()).arrayBuffer())))
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
