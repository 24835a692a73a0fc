import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Child = {
  pid: number
  /** The next line that it prints. */
  line(): Promise<string>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Runs a piece of TypeScript of a folder, by default this one (a module's source, as in `import './lock.ts'`) in a process of its own. */
export function startChild(source: string, folder = fileURLToPath(new URL('.', import.meta.url))): Child {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=source', '--input-type=module-typescript', '--eval', source],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (!child.stdout || child.pid === undefined) throw new Error('The child process did not start')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()

  return {
    pid: child.pid,
    async line() {
      const { value, done } = await lines.next()
      if (done) throw new Error('The child process ended')
      return value
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
