import { readdirSync, readFileSync } from 'node:fs'

/** User and system time of a process so far, in ms, from the kernel, so that reading it costs the process nothing. Needs /proc. */
export function processorTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const exact = threads.map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`))
  // Threads that have ended are only in the sum of the process, which counts in steps of 10 ms.
  if (exact.every((text) => text !== undefined && text !== ''))
    return exact.reduce((sum, text) => sum + Number(text?.split(' ')[0]) / 1e6, 0)
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

/** The median with the smallest and the largest value. */
export function spread(values: readonly number[], digits = 3): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)}-${most.toFixed(digits)})`
}
