import { silentLog } from '#kernel/log.ts'
import { runSetUp } from '#main/commands/set-up-command.ts'
import { type Installation, openInstallation } from '#main/installation.ts'
import { readConfig } from '#platform/config/config.ts'

import { password } from './client.ts'
import { quickPasswords } from './quick-passwords.ts'

type Env = Record<string, string>

/** Work on what is installed in a place, in this process: while no server has it open, or next to the nodes on a PostgreSQL. */
export async function inPlace<T>(env: Env, work: (installation: Installation) => Promise<T>): Promise<T> {
  const { config } = readConfig(env)
  const installation = await openInstallation({ config, log: silentLog, onFatal: () => {} })
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

/** Adds organizations with an owner each, as `masthead setup` does in a process of its own, which takes several times as long. */
export function furnish(env: Env, ...pairs: { email: string; organization: string }[]): Promise<void> {
  return inPlace(env, async (installation) => {
    const parts = { ...installation, baseUrl: () => 'http://127.0.0.1', log: silentLog, passwords: quickPasswords }
    for (const pair of pairs) await runSetUp({ ...pair, password, demo: false }, parts)
  })
}
