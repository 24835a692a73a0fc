import type { Surroundings } from '#main/surroundings.ts'

import { type Check, exitCodeOf } from './check.ts'
import { examine } from './examine.ts'

export const doctorUsage = 'masthead doctor [--json]'

/** Prints what is right and what is wrong, and how to fix it. Exit code 0 fine, 1 warnings, 2 errors. */
export async function doctor(
  args: string[],
  { config, log, say }: Pick<Surroundings, 'config' | 'log' | 'say'>,
): Promise<number> {
  const [flag, ...more] = args
  if ((flag !== undefined && flag !== '--json') || more.length > 0) throw new Error(`Usage: ${doctorUsage}`)
  const checks = await examine(config, log)
  if (flag === '--json') say(JSON.stringify(checks, null, 2))
  else for (const line of linesOf(checks)) say(line)
  return exitCodeOf(checks)
}

const width = 'data directory'.length + 2

function linesOf(checks: readonly Check[]): string[] {
  const count = (level: Check['level']) => checks.filter((check) => check.level === level).length
  const lines = checks.flatMap((check) => [
    `${check.level.padEnd(9)}${check.name.padEnd(width)}  ${check.says}`,
    ...(check.level === 'ok' ? [] : [`${' '.repeat(9 + width)}  ${check.fix}`]),
  ])
  return [...lines, '', `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}.`]
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
