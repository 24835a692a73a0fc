// Migrates once, for src/test/global-setup.ts: into the file that is named, or into the database of that name.
import { writeFile } from 'node:fs/promises'

import { silentLog } from '#kernel/log.ts'
import { openDatabase, openMemoryDatabase } from '#platform/database/backend.ts'

import { migrations, noSecrets } from './template.ts'

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
  await writeFile(target, Buffer.from(await (await backend.pack()).arrayBuffer()))
  await backend.close()
}
