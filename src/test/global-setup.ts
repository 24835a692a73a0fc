import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { keepFilesInMemory } from './files-in-memory.ts'
import { keptTemplates } from './kept-templates.ts'
import { bundleProgram, startBriefly } from './program.ts'
import { makeServerTemplate } from './server-template.ts'

/** Every database of a test is a copy of one that was migrated before: embedded, or on the server of DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Packages that installations may have, such as Lighthouse: the processes of the tests start with it.
  process.env['NODE_PATH'] = join(import.meta.dirname, 'standins/packages')
  const removeFiles = keepFilesInMemory()
  bundleProgram()
  startBriefly()
  const { empty, migrated } = await keptTemplates()
  project.provide('emptyTemplate', empty)
  const server = process.env['DATABASE_URL']
  if (server === undefined) {
    project.provide('template', { file: migrated })
    return removeFiles
  }
  const { name, drop } = await makeServerTemplate(server)
  project.provide('template', { name })
  return async () => {
    await drop()
    await removeFiles()
  }
}
