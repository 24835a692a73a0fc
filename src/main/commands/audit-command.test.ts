import { expect, test, vi } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { readConfig } from '#platform/config/config.ts'
import { runCommand } from '#test/server-process.ts'
import { openServer } from '#test/server.ts'
import { sealAudit } from '#work/seal-audit.ts'

import { audit } from './audit-command.ts'

// A command starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 120_000 })

test('masthead audit verify says from the command line that all is as it was, and then what was changed', async () => {
  const server = await openServer()
  try {
    const { cookie } = await server.addOrganization('Northwind Media')
    const { id } = await server.client.newKey(cookie)
    await sealAudit({
      database: server.database,
      signing: server.vault,
      log: silentLog,
      now: () => new Date(Date.now() + 180_000),
    })

    const fine = await runHere(['verify'], server.env)
    const [victim] = await server.database.asSystem((db) =>
      db.selectFrom('audit_record').select(['id', 'operation']).orderBy('id', 'desc').limit(1).execute(),
    )
    await server.asOwner(
      `set session_replication_role = replica; update app.audit_record set credential_id = 'key_x' where id = '${victim?.id}'; set session_replication_role = default`,
    )
    const changed = await runCommand(['audit', 'verify'], server.env)
    const kept = await runHere(['keep', 'northwind-media', '800'], server.env)

    expect(fine, fine.output).toMatchObject({ code: 0 })
    expect(fine.output).toMatch(
      /northwind-media: \d+ records under 1 seals are unchanged; 0 are newer than the last seal\./,
    )
    expect(changed.code, changed.output).toBe(1)
    expect(changed.output).toContain(
      `northwind-media: record ${victim?.id} (${victim?.operation}) was changed or added after seal 1`,
    )
    expect(changed.output).not.toContain(id)
    expect(kept).toMatchObject({ code: 0, output: expect.stringContaining('for 800 days') })
    await expect(runHere(['keep', 'northwind-media', '89'], server.env)).rejects.toThrow('at least 90 days')
    await expect(runHere(['verfy'], server.env)).rejects.toThrow('masthead audit verify')
  } finally {
    await server.close()
  }
})

/** The same command in this process: one more process takes seconds. */
async function runHere(args: string[], env: Record<string, string>) {
  const lines: string[] = []
  const [say, flush] = [(line: string) => void lines.push(line), async () => {}]
  const at = { config: readConfig(env).config, log: silentLog, flush, flushNow: () => {}, say, warn: say }
  const code = await audit(args, at)
  return { code, output: lines.join('\n') }
}
