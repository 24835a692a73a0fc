import { keepFilesInMemory } from '#test/files-in-memory.ts'
import { keptTemplates } from '#test/kept-templates.ts'
import { bundleProgram } from '#test/program.ts'
import { makeServerTemplate } from '#test/server-template.ts'
import type { Template } from '#test/template.ts'

const variable = 'TEST_TEMPLATE'

/** The template of this run, for its workers: they inherit the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeFiles = keepFilesInMemory()
  bundleProgram()
  const server = process.env['DATABASE_URL']
  if (server === undefined) {
    provide({ file: (await keptTemplates()).migrated })
    return removeFiles
  }
  const { name, drop } = await makeServerTemplate(server)
  provide({ name })
  return async () => {
    await drop()
    await removeFiles()
  }
}

/** What `setup` left. */
export function runTemplate(): Template {
  return JSON.parse(process.env[variable] ?? '') as Template
}

function provide(template: Template): void {
  process.env[variable] = JSON.stringify(template)
}
