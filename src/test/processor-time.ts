import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = 100

/** Seconds of processor time: of this process with its threads, and, on Linux, of its processes that have ended. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + secondsOfChildren()
}

function secondsOfChildren(): number {
  if (process.platform !== 'linux') return 0
  // The name of the command, which may contain anything, is the second of the fields; cutime and cstime are the 16th and 17th.
  const afterName = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(afterName[13]) + Number(afterName[14])) / ticksPerSecond
}

/** Adds what a test file took to `processor.jsonl` in the folder of reports, for the sum of CI. */
export function noteSeconds(reports: string, file: string, seconds: number): void {
  mkdirSync(reports, { recursive: true })
  appendFileSync(join(reports, 'processor.jsonl'), `${JSON.stringify({ file, seconds })}\n`)
}
