// Writes .env.example from the variables of platform/config. With --check nothing is written and a stale file is an error.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { aboutVariable, variableNames } from '#platform/config/variables.ts'

const target = join(import.meta.dirname, '..', '.env.example')

const text = render()
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  console.error('.env.example is stale: run node --conditions=source scripts/generate-env-example.ts')
  process.exitCode = 1
}

function render(): string {
  const groups = Map.groupBy(variableNames, (name) => aboutVariable(name).group)
  const parts = [...groups].map(([group, names]) => `## ${group}\n\n${names.map(entryOf).join('\n')}`)
  return `# Settings of Masthead. Generated from src/platform/config. Everything has a default; nothing here must be set.\n\n${parts.join('\n')}`
}

function entryOf(name: (typeof variableNames)[number]): string {
  const { description, example, unset } = aboutVariable(name)
  return `# ${description}\n# Not set: ${unset}\n#${name}=${example}\n`
}
