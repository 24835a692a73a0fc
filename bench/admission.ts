import { addApiKey } from '#areas/account/keys/api-keys.ts'
import { createAdmission } from '#catalog/admit.ts'
import { silentLog } from '#kernel/log.ts'
import { scopes } from '#kernel/scope.ts'
import { migrations } from '#main/installation.ts'
import { openDatabase } from '#platform/database/backend.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { postgresLimiter } from '#platform/limiter/postgres.ts'
import { addOrganization } from '#test/people.ts'

import { median, spread } from './spread.ts'

const rounds = 7
const perBlock = 300

/** Time per admission, one after another, and processor time of this process without that of PostgreSQL. */
export async function compareAdmissions(): Promise<void> {
  if (serverUrl === undefined) return console.log('Needs DATABASE_URL: an embedded database counts in memory.')
  const made = await createTestDatabase(serverUrl)
  const secrets = { encrypt: (plain: string) => plain, decrypt: (sealed: string) => sealed }
  const options = { databaseUrl: made.url, migrations, statements: 'named', poolMax: 4, secrets } as const
  const backend = await openDatabase({ ...options, log: silentLog })
  try {
    await compare(tenantDatabase(backend))
  } finally {
    await backend.close()
    await made.drop()
  }
}

async function compare(database: TenantDatabase): Promise<void> {
  const apart: TenantDatabase = { ...database, identityStatement: database.asIdentity }
  const { hit } = postgresLimiter(apart)
  const shapes = {
    'one statement': admissionOf(database, postgresLimiter(database)),
    'two transactions': admissionOf(apart, { hit }),
  }
  const key = await addKey(database)
  const times = Object.values(shapes).map((admission) => ({ admission, clock: [] as number[], cpu: [] as number[] }))
  for (const { admission } of times) await block(admission, key)
  for (let n = 0; n < rounds; n++)
    for (const { admission, clock, cpu } of n % 2 === 0 ? times : times.toReversed()) {
      const took = await block(admission, key)
      clock.push(took.clock)
      cpu.push(took.cpu)
    }
  const [first] = times
  const rows = Object.keys(shapes).map((shape, at) => ({
    shape,
    'ms each': spread(times[at]?.clock ?? []),
    ratio: (median(times[at]?.clock ?? []) / median(first?.clock ?? [])).toFixed(2),
    'CPU ms each': spread(times[at]?.cpu ?? []),
    'ratio of CPU': (median(times[at]?.cpu ?? []) / median(first?.cpu ?? [])).toFixed(2),
  }))
  console.table(rows)
  for (const { admission } of times) await admission.close()
}

function admissionOf(database: TenantDatabase, limiter: Parameters<typeof createAdmission>[0]['limiter']) {
  const baseUrl = () => 'http://localhost'
  return createAdmission({ database, limiter, failures: memoryLimiter(), baseUrl, log: silentLog })
}

/** A key with a limit that no round reaches. */
async function addKey(database: TenantDatabase): Promise<string> {
  const tenant = await addOrganization(database)
  const expiresAt = new Date(Date.now() + 86_400_000)
  const key = await database.forOrganization(tenant, 'write', ({ db }) =>
    addApiKey(db, { name: 'bench', scopes, expiresAt, now: new Date() }),
  )
  await database.asIdentity((db) =>
    db.updateTable('auth.api_keys').set({ rate_per_min: 1_000_000 }).where('id', '=', key.id).execute(),
  )
  return key.secret
}

async function block({ byHeaders }: ReturnType<typeof createAdmission>, key: string) {
  const [started, before] = [performance.now(), process.cpuUsage()]
  for (let n = 0; n < perBlock; n++) {
    const { ok } = await byHeaders({ apiKey: [key], authorization: [], address: '192.0.2.1', door: 'rest' })
    if (!ok) throw new Error('The key was refused')
  }
  const { user, system } = process.cpuUsage(before)
  return { clock: (performance.now() - started) / perBlock, cpu: (user + system) / 1000 / perBlock }
}
