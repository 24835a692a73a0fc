import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createTestDatabase } from '#platform/database/test-server.ts'
import { runCommand, type ServerProcess, startProcess } from '#test/server-process.ts'

export const password = 'a horse on a quiet hill'
const keyCount: Record<string, number> = { neighbour: 4 }
export const folder = process.env['BENCH_ROOT'] ?? join(import.meta.dirname, '..')

/** Its keys are used in turn: one alone may not call as often as a measurement does. */
type Party = { id: string; slug: string; email: string; keys: string[] }
export type Place = { url: string; dataDir: string; env: Record<string, string>; noisy: Party; neighbour: Party }

export function call(
  { url }: Place,
  { keys }: Party,
  name: string,
  input: object,
  signal?: AbortSignal,
): Promise<Response> {
  const [key = ''] = keys
  keys.push(...keys.splice(0, 1))
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key }
  return fetch(`${url}/v2/tools/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ input }),
    ...given(signal),
  })
}

/** Behind a proxy that names the client. */
export function enter(url: string, body: object, address: string, signal?: AbortSignal): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address }
  return fetch(`${url}/app/session`, { method: 'POST', headers, body: JSON.stringify(body), ...given(signal) })
}

/** A server with two organizations; with `databaseUrl` on a database of its own there, else embedded. */
export async function openPlace(
  databaseUrl?: string,
): Promise<{ place: Place; server: ServerProcess; end(): Promise<void> }> {
  const made = databaseUrl === undefined ? undefined : await createTestDatabase(databaseUrl)
  const temporary = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
  const dataDir = join(temporary, 'data')
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    ...(made === undefined ? {} : { DATABASE_URL: made.url }),
  }
  for (const slug of ['noisy', 'neighbour']) {
    const args = ['setup', '--email', `${slug}@example.com`, '--password', password, '--organization', slug]
    const { code, output } = await runCommand(args, env, folder)
    if (code !== 0) throw new Error(output)
  }
  const server = await startProcess({ ...env, TRUSTED_PROXIES: '127.0.0.1' }, folder)
  const { url } = server
  const place = { url, dataDir, env, noisy: await partyOf(url, 'noisy'), neighbour: await partyOf(url, 'neighbour') }
  if (made === undefined) await dailySnapshot(dataDir)
  return {
    place,
    server,
    async end() {
      await server.stop()
      await rm(temporary, { recursive: true })
      await made?.drop()
    },
  }
}

/** Waits for the copy that an embedded database makes once a day, a while after its first start: everybody waits a quarter of a second for it. */
async function dailySnapshot(dataDir: string): Promise<void> {
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    const names = await readdir(join(dataDir, 'snapshots')).catch(() => [])
    if (names.some((name) => name.endsWith('-daily'))) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('no daily snapshot was taken')
}

async function partyOf(url: string, slug: string): Promise<Party> {
  const email = `${slug}@example.com`
  const session = await enter(url, { email, password }, '127.0.0.1')
  const cookie = session.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { organizations } = (await session.json()) as { organizations: { id: string }[] }
  const keys: string[] = []
  for (let n = 0; n < (keyCount[slug] ?? 1); n++) {
    const answer = await fetch(`${url}/app/operations/createApiKey`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify({ input: { name: `bench ${n}`, scopes: ['content:read', 'content:write', 'org:read'] } }),
    })
    const { result } = (await answer.json()) as { result: { secret: string } }
    keys.push(result.secret)
  }
  return { id: organizations[0]?.id ?? '', slug, email, keys }
}

const given = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })

/** How long one load may be the reason that the next one waits, in ms. */
const settlesWithin = 15_000

/** Waits until nothing of both is left to be done: no job, and no item to be checked again. Returns whether that was so in time. */
export async function settled(place: Place): Promise<boolean> {
  const end = performance.now() + settlesWithin
  while (performance.now() < end) {
    if (await isIdle(place)) return true
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return false
}

async function isIdle(place: Place): Promise<boolean> {
  for (const party of [place.noisy, place.neighbour]) {
    for (const state of ['queued', 'running'])
      if ((await found(place, party, 'listJobs', { state })).total > 0) return false
    if ((await found(place, party, 'listPublishingWarnings', { pageSize: 1 })).unchecked > 0) return false
  }
  return true
}

async function found(place: Place, party: Party, name: string, input: object) {
  const answer = await call(place, party, name, input)
  const { result } = (await answer.json()) as { result?: { total: number; unchecked: number } }
  return result ?? { total: 1, unchecked: 1 }
}
