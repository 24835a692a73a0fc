import { usageError } from '#main/commands/usage-error.ts'
import type { Surroundings } from '#main/surroundings.ts'
import type { ConfigProblem } from '#platform/config/config-faults.ts'

import { type Check, exitCodeOf, fault } from './check.ts'
import { examine } from './examine.ts'

export const doctorUsage = 'masthead doctor [--json]'

/** Prints what is right and what is wrong, and how to fix it. Exit code 0 fine, 1 warnings, 2 errors. */
export async function doctor(
  args: string[],
  { config, log, say }: Pick<Surroundings, 'config' | 'log' | 'say'>,
): Promise<number> {
  const isJson = readFlag(args)
  return report(await examine(config, log), isJson, say)
}

/** The same where the settings cannot be used: nothing else can be looked at then. */
export function doctorOfSettings(args: string[], problems: readonly ConfigProblem[], say: Surroundings['say']): number {
  const checks = problems.map(({ name, problem, example }) =>
    fault('settings', `${name} ${problem}.`, `Set it like this: ${name}=${example}`),
  )
  return report(checks, readFlag(args), say)
}

function readFlag([flag, ...more]: string[]): boolean {
  if ((flag !== undefined && flag !== '--json') || more.length > 0) throw usageError(doctorUsage)
  return flag === '--json'
}

function report(checks: readonly Check[], isJson: boolean, say: Surroundings['say']): number {
  if (isJson) say(JSON.stringify(checks, null, 2))
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
