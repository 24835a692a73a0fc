import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { silentLog } from '#kernel/log.ts'
import { migrations, templates } from '#main/installation.ts'
import { openEmbedded } from '#platform/database/embedded/open-embedded.ts'
import { packTemplate, templateFile } from '#platform/database/embedded/template.ts'

/**
 * Packs a migrated database without data, which first starts on the embedded engine begin with (database.md#packed-template). Where it
 * cannot be made, installing goes on: a first start then creates its database itself.
 */
const file = await templateFile({ folder: templates, migrations })
if (!existsSync(file)) {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-template-'))
  try {
    await packTemplate(await newDatabase(dataDir), file)
  } catch (error) {
    console.warn('The template of the database was not made, so first starts take longer:', error)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The directory of a database that has had the migrations, closed. */
async function newDatabase(dataDir: string): Promise<string> {
  const { promise: death, reject } = Promise.withResolvers<never>()
  const opening = openEmbedded({
    dataDir,
    migrations,
    fsync: false,
    statements: 'named',
    log: silentLog,
    onFatal: reject,
  })
  const database = await Promise.race([opening, death])
  await database.close()
  return database.directory
}
