import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'

/** What distinguishes a running process from all others. `null` where the platform does not say. */
export type ProcessIdentity = {
  pid: number
  processStart: string | null
  bootId: string | null
  hostname: string
  /** Containers on one host have a pid 1 each. */
  pidNamespace: string | null
}

/** This process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  const { pid } = process
  const [start, bootId, pidNamespace] = await Promise.all([processStart(pid), readBootId(), readPidNamespace()])
  return { pid, processStart: start, bootId, hostname: hostname(), pidNamespace }
}

/** Whether that process has certainly ended; `unknown` when it ran where this one cannot look. */
export async function fateOf(other: ProcessIdentity, own: ProcessIdentity): Promise<'running' | 'ended' | 'unknown'> {
  const isSamePlace =
    other.hostname === own.hostname && other.bootId === own.bootId && other.pidNamespace === own.pidNamespace
  if (!isSamePlace) return 'unknown'
  if (!(await isRunning(other.pid))) return 'ended'
  const start = await processStart(other.pid)
  if (start === null || other.processStart === null) return 'running'
  return start === other.processStart ? 'running' : 'ended'
}

/** Whether a process with this number runs here; one that only waits for its parent to hear of its end does not. */
export async function isRunning(pid: number): Promise<boolean> {
  return isThere(pid) && !(await isUnreaped(pid))
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether a process has ended and only waits for its parent to hear of it: every thread of it has ended, too. */
async function isUnreaped(pid: number): Promise<boolean> {
  const stat = await statOf(pid)
  return stat !== null && ['Z', 'X'].includes(stat(3)) && Number(stat(20)) <= 1
}

async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return (await statOf(pid))?.(22) ?? null
  if (process.platform === 'darwin') return ask('ps', ['-o', 'lstart=', '-p', String(pid)])
  return null
}

/** The fields of `/proc/<pid>/stat` after the name of the program, by their number in proc_pid_stat(5); null where there is no such file. */
async function statOf(pid: number): Promise<((field: number) => string) | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The second field is that name in brackets, which may contain blanks.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields === undefined ? null : (field) => fields[field - 3] ?? ''
}

async function readBootId(): Promise<string | null> {
  if (process.platform === 'linux') {
    const id = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null)
    return id?.trim() ?? null
  }
  if (process.platform === 'darwin') return ask('sysctl', ['-n', 'kern.bootsessionuuid'])
  return null
}

async function readPidNamespace(): Promise<string | null> {
  if (process.platform !== 'linux') return null
  return readlink('/proc/self/ns/pid').catch(() => null)
}

async function ask(command: string, parameters: string[]): Promise<string | null> {
  const answer = await promisify(execFile)(command, parameters).catch(() => null)
  return answer?.stdout.trim() || null
}
