import { readdir, readFile } from 'node:fs/promises'

const pageBytes = 4096

/** Ends a process that leads a group, with the group; one that has ended is fine. */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Bytes of memory that a process and all below it use, by what Linux says; 0 elsewhere. */
export async function memoryOf(pid: number): Promise<number> {
  const entries = await readdir('/proc').catch(() => [])
  const all = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(readProcess))
  const children = Map.groupBy(
    all.filter((one) => one !== undefined),
    ({ parent }) => parent,
  )
  let bytes = all.find((one) => one?.pid === pid)?.bytes ?? 0
  const waiting = [pid]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    for (const child of children.get(next) ?? []) {
      bytes += child.bytes
      waiting.push(child.pid)
    }
  return bytes
}

async function readProcess(name: string) {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
  // The name of its program, in brackets, may contain anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields === undefined) return undefined
  return { pid: Number(name), parent: Number(fields[1]), bytes: Number(fields[21]) * pageBytes }
}
