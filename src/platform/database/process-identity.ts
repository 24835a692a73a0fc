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
  if (!isAlive(other.pid)) return 'ended'
  const start = await processStart(other.pid)
  if (start === null || other.processStart === null) return 'running'
  return start === other.processStart ? 'running' : 'ended'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function processStart(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    // Field 22; the second field is a name in brackets that may contain blanks.
    return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  }
  if (process.platform === 'darwin') return ask('ps', ['-o', 'lstart=', '-p', String(pid)])
  return null
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
