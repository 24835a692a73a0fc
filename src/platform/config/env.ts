import { nearest } from '#std/similar.ts'

import { variableNames } from './variables.ts'
import type { VariableName } from './variables.ts'

/** Environment variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables that Masthead knows, trimmed; an empty one counts as not set. */
export function readEnv(env: Environment): Partial<Record<VariableName, string>> {
  const values: Partial<Record<VariableName, string>> = {}
  for (const name of variableNames) {
    const value = env[name]?.trim()
    if (value) values[name] = value
  }
  return values
}

/** A sentence for each unknown `MASTHEAD_*` variable, with the name that was probably meant. */
export function warnOfUnknown(env: Environment): string[] {
  const known = new Map(variableNames.map((name) => [withoutPrefix(name), name]))
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && known.get(withoutPrefix(name)) !== name)
    .map((name) => {
      const meant = known.get(nearest(withoutPrefix(name), known.keys()) ?? '')
      return `${name} is not a setting of Masthead${meant === undefined ? '' : `. Did you mean ${meant}?`}`
    })
}

const prefix = 'MASTHEAD_'

function withoutPrefix(name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}
