import { statSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, inject, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { migrations } from '#main/installation.ts'
import { readConfig } from '#platform/config/config.ts'
import { openMemoryDatabase } from '#platform/database/backend.ts'
import { inspect } from '#platform/database/inspect.ts'
import { type DatabasePool, openPool } from '#platform/database/pool.ts'
import { createTestDatabase, serverUrl } from '#platform/database/test-server.ts'
import { openVault } from '#platform/vault/vault.ts'
import { freePort, listening } from '#test/listening.ts'
import { openMailServer } from '#test/mail-server.ts'
import { secretOfTest } from '#test/receiver.ts'
import { unpack } from '#test/unpack.ts'

import { checkAddress } from './check-address.ts'
import { checkBackground } from './check-background.ts'
import { checkBrowser } from './check-browser.ts'
import { checkDatabase } from './check-database.ts'
import { checkKeys } from './check-keys.ts'
import { checkCode, checkMemory, checkWebApplication } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkPages } from './check-pages.ts'
import { checkReplica } from './check-replica.ts'
import { checkSnapshots } from './check-snapshots.ts'
import { checkNetworks, checkWebsites } from './check-websites.ts'
import { type Check, exitCodeOf } from './check.ts'
import { examine } from './examine.ts'
import { inspectBackground } from './inspect-background.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-doctor-'))
  ends.push(() => rm(folder, { recursive: true }))
  return folder
}

const configOf = (env: Record<string, string>) => readConfig(env).config

/** A migrated database of its own, with a pool of its superuser, who may damage it. */
async function superuser(): Promise<{ pool: DatabasePool; kind: 'pglite' | 'postgres' }> {
  const template = inject('template')
  if ('file' in template) {
    const backend = await openMemoryDatabase({ log: silentLog, template: await readFile(template.file) })
    ends.push(() => backend.close())
    return { pool: backend.pools.system, kind: 'pglite' }
  }
  const { url, drop } = await createTestDatabase(serverUrl ?? '', `template ${template.name}`)
  const pool = openPool({ config: { connectionString: url, max: 1 }, statements: 'unnamed', log: silentLog })
  ends.push(drop, () => pool.end())
  return { pool, kind: 'postgres' }
}

async function database() {
  const { pool, kind } = await superuser()
  const roles = { app: 'masthead_app', auth: 'masthead_auth' }
  return {
    spoil: (sql: string) => pool.use((connection) => connection.send(sql)),
    check: async () => checkDatabase(await pool.use((connection) => inspect(connection, { migrations, roles })), kind),
    checkWork: async () => {
      const found = await pool.use(inspectBackground)
      return found === null ? undefined : checkBackground(found)
    },
  }
}

const troubles = (checks: readonly Check[]) =>
  checks.flatMap((check) => (check.level === 'ok' ? [] : [`${check.level} ${check.name}: ${check.says}`]))

test('a migrated database is in order', async () => {
  const { check } = await database()

  expect(troubles(await check())).toEqual([])
})

test('a table without forced row-level security, one with a widened policy and a view of the owner are errors', async () => {
  const { spoil, check } = await database()
  await spoil('alter table app.item no force row level security')
  await spoil('alter policy tenant on app.term using (true)')
  await spoil('create view app.everything as select * from app.item')
  await spoil('create view app.fine with (security_invoker = true) as select * from app.item')

  expect(troubles(await check())).toEqual([
    'error row security: Rows of other organizations are not protected in app.item, app.term.',
    'error views: Views that show the rows of every organization: app.everything.',
  ])
})

test('a partition that requests can read past its parent is an error', async () => {
  const { spoil, check } = await database()
  await spoil(`do $$ begin
    execute (select format('grant select on %s to masthead_app', min(inhrelid::regclass::text))
      from pg_inherits join pg_class c on c.oid = inhrelid where c.relkind = 'r');
  end $$`)

  expect(troubles(await check())).toEqual([expect.stringContaining('error row security')])
})

test('a database that waits for a migration is a warning, one that is newer than the code an error', async () => {
  const { spoil, check } = await database()

  await spoil('delete from masthead.migration where number = (select max(number) from masthead.migration)')
  expect(troubles(await check())).toEqual([
    expect.stringMatching(/^warning migrations: The database still needs 0\d{3}_/),
  ])

  await spoil(`insert into masthead.migration (number, name, checksum) values (9000, '9000_later.sql', '')`)
  expect(troubles(await check())).toEqual([expect.stringContaining('error migrations: The database does not fit')])
})

test('looking changes nothing', async () => {
  const { spoil, check } = await database()
  await spoil('delete from masthead.migration where number > 0')

  await check()
  const again = await check()

  expect(troubles(again)).toEqual([expect.stringContaining('0001_')])
})

test('work that is left for more than five minutes is a warning that names it', async () => {
  const { spoil, checkWork } = await database()
  const task = (minutes: number, state: string) =>
    spoil(`insert into app.job (organization_id, id, kind, scope, input, actor, user_id, request_id, state, due_at)
      values ('org_1', '${state} ${minutes}', 'sample', 'content:read', '{}', '{}', 'usr_1', 'req_1', '${state}',
        now() - interval '${minutes} minutes')`)

  await task(4, 'queued')
  await task(-60, 'queued')
  await task(-1, 'running')
  await task(600, 'succeeded')
  expect(troubles((await checkWork()) ?? [])).toEqual([])

  await task(7, 'queued')
  expect(troubles((await checkWork()) ?? [])).toEqual([
    'warning queue: Work is overdue: the oldest job has waited for 7 minutes.',
  ])
  await task(190, 'running')
  expect(troubles((await checkWork()) ?? [])).toEqual([
    'warning queue: Work is overdue: the oldest job has waited for 3 hours.',
  ])
})

test('a scheduled item is late, one of a suspended organization is not', async () => {
  const { spoil, checkWork } = await database()
  await spoil(`insert into auth.organizations (id, slug, name) values ('org_1', 'one', 'One');
    insert into app.collection (organization_id, id, slug, name, kind, enabled, url_template)
      values ('org_1', 'col_1', 'stories', 'Stories', 'custom', true, '/{slug}');
    insert into app.item (organization_id, id, collection_id, slug, title, title_key, status, publish_at)
      values ('org_1', 'itm_1', 'col_1', 'due', 'Due', 'due', 'scheduled', now() - interval '6 minutes');
    insert into app.item_count (organization_id, collection_id, status, n) values ('org_1', 'col_1', 'scheduled', 1)`)

  expect(troubles((await checkWork()) ?? [])).toEqual([
    'warning queue: Work is overdue: the oldest scheduled item has waited for 6 minutes.',
  ])
  await spoil('update auth.organizations set suspended_at = now()')
  expect(troubles((await checkWork()) ?? [])).toEqual([])
})

test('a wrong count of items is a warning', async () => {
  const { spoil, checkWork } = await database()

  await spoil(
    `insert into app.item_count (organization_id, collection_id, status, n) values ('org_1', 'col_1', 'draft', 1)`,
  )

  expect(troubles((await checkWork()) ?? [])).toEqual(['warning counts: One of the item counts in lists is wrong.'])
})

test('websites for which messages wait are counted, those without a message are not', async () => {
  const { spoil, checkWork } = await database()
  const website = (endpoint: string, failures: number, disabled: string) =>
    spoil(`insert into app.webhook_endpoint (organization_id, endpoint, failures, disabled_at)
      values ('org_1', '${endpoint}', ${failures}, ${disabled})`)
  const message = (endpoint: string) =>
    spoil(`insert into app.delivery (organization_id, id, message_id, endpoint, url, reason, subjects, body, next_attempt_at)
      values ('org_1', 'del_${endpoint}', 'msg_${endpoint}', '${endpoint}', 'https://a.example', 'updated', '{}', '{}', now())`)
  for (const failures of [9, 10]) await website(`fails ${failures}`, failures, 'null')
  await website('gone', 1, 'now()')
  await message('fails 9')
  expect(troubles((await checkWork()) ?? [])).toEqual([])

  await message('fails 10')
  await message('gone')
  expect(troubles((await checkWork()) ?? [])).toEqual([
    'warning messages: Messages about changes are waiting: one website accepted none of the last 10 messages, one website answered that it is gone (410).',
  ])
})

test('a database without a queue has no work that could wait', async () => {
  const { spoil, checkWork } = await database()
  await spoil('drop table app.delivery cascade')

  expect(await checkWork()).toBeUndefined()
})

test('the websites of the settings are reached, without a message and without showing their addresses', async () => {
  const asked: unknown[] = []
  const here = await listening(({ method, headers }, response) => {
    asked.push([method, headers['webhook-signature']])
    response.writeHead(405).end()
  })
  ends.push(here.close)
  const nobody = `http://127.0.0.1:${await freePort()}`
  const websites = (...urls: string[]) =>
    JSON.stringify(
      Object.fromEntries(urls.map((webhookUrl, n) => [`org_${n}`, { webhookUrl, webhookSecret: secretOfTest }])),
    )
  const check = (...urls: string[]) =>
    checkWebsites(configOf({ ALLOW_PRIVATE_NETWORK: '127.0.0.0/8', CONTENT_REVALIDATION_WEBHOOKS: websites(...urls) }))

  expect(await check(here.url)).toMatchObject({ level: 'ok' })
  expect(await check(here.url, `${nobody}/?token=topsecret`)).toEqual({
    name: 'websites',
    level: 'warning',
    says: 'Websites from the settings that cannot be reached: entry 2 of CONTENT_REVALIDATION_WEBHOOKS: 127.0.0.1 could not be reached.',
    fix: expect.stringContaining('ALLOW_PRIVATE_NETWORK'),
  })
  expect(await checkWebsites(configOf({}))).toMatchObject({ level: 'ok' })
  expect(asked).toEqual([
    ['HEAD', undefined],
    ['HEAD', undefined],
  ])
})

test('private networks that are open to requests are named', () => {
  expect(checkNetworks(configOf({}))).toEqual([])
  expect(checkNetworks(configOf({ ALLOW_PRIVATE_NETWORK: '10.0.0.0/8,192.168.7.0/24' }))).toMatchObject([
    { level: 'ok', says: expect.stringContaining('10.0.0.0/8, 192.168.7.0/24') },
  ])
})

test('an installation that was never started is in order, and nothing is made', async () => {
  const dataDir = join(await newFolder(), 'data')

  const checks = await examine(configOf({ DATA_DIR: dataDir }), silentLog)

  expect(checks.filter(({ level }) => level === 'error')).toEqual([])
  expect(checks).toContainEqual(expect.objectContaining({ name: 'data directory', level: 'ok' }))
  await expect(readdir(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a database server that is not there is one error, without the password', async () => {
  const config = configOf({
    DATABASE_URL: 'postgres://masthead:topsecret@127.0.0.1:9/masthead',
    DATA_DIR: await newFolder(),
  })

  const checks = await examine(config, silentLog)

  expect(troubles(checks).filter((line) => line.startsWith('error'))).toEqual([
    'error database: The database cannot be examined.',
  ])
  expect(JSON.stringify(checks)).not.toContain('topsecret')
  expect(exitCodeOf(checks)).toBe(2)
})

test('keys are compared with the probe, and a missing key file is not made', async () => {
  const [used, other, empty] = [await newFolder(), await newFolder(), await newFolder()]
  const probe = (await openVault({ keys: null, dataDir: used })).makeProbe()
  await openVault({ keys: null, dataDir: other })
  const levelIn = async (DATA_DIR: string) => (await checkKeys(configOf({ DATA_DIR }), probe)).level

  expect(await levelIn(used)).toBe('ok')
  expect(await levelIn(other)).toBe('error')
  expect(await levelIn(empty)).toBe('error')
  expect(await readdir(empty)).toEqual([])
})

const levelOf = (env: Record<string, string>) => checkAddress(configOf(env)).level

test('the address is compared with what others can reach', () => {
  expect(levelOf({})).toBe('ok')
  expect(levelOf({ HOST: '0.0.0.0' })).toBe('warning')
  expect(levelOf({ BASE_URL: 'http://cms.example.com', MASTHEAD_ALLOW_HTTP: '1' })).toBe('warning')
  expect(levelOf({ BASE_URL: 'https://cms.example.com' })).toBe('warning')
  expect(levelOf({ BASE_URL: 'https://cms.example.com', TRUSTED_PROXIES: '127.0.0.1' })).toBe('ok')
})

test('the mail server is greeted with its account, and none is fine', async () => {
  const server = await openMailServer()
  ends.push(() => server.close())
  const levelOf = async (url: string) =>
    (await checkMail(configOf({ SMTP_URL: url, MAIL_FROM: 'a@masthead.test' }))).level

  expect(await levelOf(server.url)).toBe('ok')
  expect(await levelOf(server.url.replace(/:[^:@]+@/, ':wrong@'))).toBe('warning')
  expect((await checkMail(configOf({}))).level).toBe('ok')
  expect(server.received).toEqual([])
})

test('what pages are measured with is an option, and a browser that is not where it was named is a warning', async () => {
  const folder = await newFolder()
  const none = checkBrowser({ chromePath: null, keepIn: folder }, [folder])
  const wrong = checkBrowser({ chromePath: join(folder, 'chrome'), keepIn: folder }, [folder])
  const names = ['lighthouse', 'puppeteer-core', '@sparticuz/chromium']
  for (const name of names) {
    await mkdir(join(folder, 'node_modules', name), { recursive: true })
    await writeFile(join(folder, 'node_modules', name, 'index.js'), '')
  }
  const all = checkBrowser({ chromePath: null, keepIn: folder }, [folder])

  expect(none).toMatchObject({ level: 'ok', says: expect.stringContaining('npm install lighthouse@13') })
  expect(wrong.level).toBe('warning')
  expect(all).toMatchObject({ level: 'ok', says: expect.stringContaining('are installed') })
})

test('an embedded database without a snapshot of the last two days is a warning', async () => {
  const dataDir = await newFolder()
  const config = configOf({ DATA_DIR: dataDir })
  expect(await checkSnapshots(config)).toEqual([])
  await mkdir(join(dataDir, 'database'))
  await writeFile(join(dataDir, 'database/PG_VERSION'), '18')
  const now = Date.now()
  const days = (n: number) => now + n * 24 * 3600 * 1000

  const levels = [await checkSnapshots(config, days(0.5)), await checkSnapshots(config, days(1.5))]
  await mkdir(join(dataDir, 'snapshots', `${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}-daily`), {
    recursive: true,
  })
  levels.push(await checkSnapshots(config, days(1.5)), await checkSnapshots(config, days(3)))

  expect(levels.map(([check]) => check?.level)).toEqual(['ok', 'warning', 'ok', 'warning'])
  expect(await checkSnapshots(configOf({ DATABASE_URL: 'postgres://db.example.com/cms' }))).toEqual([])
})

test('a replica that is away, or a server of its own, is a warning', async () => {
  const away = configOf({ DATABASE_URL: 'postgres://a@127.0.0.1/x', DATABASE_READ_URL: 'postgres://a@127.0.0.1:1/x' })

  const [check] = await checkReplica(away, silentLog)

  expect(check).toMatchObject({ level: 'warning', says: expect.stringContaining('cannot be reached') })
  expect(JSON.stringify(check)).toContain('DATABASE_READ_URL')
  expect(await checkReplica(configOf({}), silentLog)).toEqual([])
  if (serverUrl === undefined) return
  const primary = configOf({ DATABASE_URL: serverUrl, DATABASE_READ_URL: serverUrl })
  expect((await checkReplica(primary, silentLog))[0]?.says).toContain('is not a replica')
})

test('audit records that nobody seals are a warning', async () => {
  const { spoil, checkWork } = await database()
  const sealsOf = async () => (await checkWork())?.find(({ name }) => name === 'audit seals')
  expect(await sealsOf()).toMatchObject({ level: 'ok' })
  await spoil(
    `insert into auth.organizations (id, slug, name) values ('org_a', 'a', 'A');
    insert into app.audit_record (organization_id, id, created_at, finished_at, request_id, operation, interface, credential_type, status, row_hash)
    values ('org_a', 'aud_a', now() - interval '1 hour', now(), 'req_a', 'listItems', 'rest', 'api_key', 'succeeded', '')`,
  )

  expect(await sealsOf()).toMatchObject({ level: 'warning', says: expect.stringContaining('60 minutes old') })
})

test('a machine under 1 GB is a warning for the embedded database alone', () => {
  const half = 512 * 1024 * 1024

  expect(checkMemory(half, configOf({})).level).toBe('warning')
  expect(checkMemory(half, configOf({ DATABASE_URL: 'postgres://db.example.com/cms' })).level).toBe('ok')
  expect(checkMemory(2 * half, configOf({})).level).toBe('ok')
})

test('the code is named that runs, and a web application older than its source is a warning', async () => {
  const folder = await newFolder()
  const write = async (path: string, year: number) => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), '')
    await utimes(join(folder, path), new Date(`${year}-01-01`), new Date(`${year}-01-01`))
  }
  const installed = checkCode(folder, true)
  const unbuilt = await checkWebApplication(folder)
  await write('dist/web/index.html', 2025)
  const built = await checkWebApplication(folder)
  await write('src/web/main.tsx', 2026)
  await write('src/main/cli.ts', 2026)
  const codes = [installed, checkCode(folder, true), checkCode(folder, false)]
  const staleWeb = await checkWebApplication(folder)

  expect([unbuilt, built, staleWeb].map(({ level }) => level)).toEqual(['warning', 'ok', 'warning'])
  expect(codes.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok'])
  expect(
    codes.map(({ says }) => /installed package|bundled into a few files|each file by itself/.exec(says)?.[0]),
  ).toEqual(['installed package', 'bundled into a few files', 'each file by itself'])
})

test('the exit code tells the worst that was found', () => {
  const ok = { name: 'a', level: 'ok', says: '' } as const
  const warned = { name: 'a', level: 'warning', says: '', fix: '' } as const

  expect(exitCodeOf([ok])).toBe(0)
  expect(exitCodeOf([ok, warned])).toBe(1)
  expect(exitCodeOf([warned, { ...warned, level: 'error' }, ok])).toBe(2)
})

test('a damaged page of the embedded database is found, in a table or an index, and no other', async ({ skip }) => {
  const template = inject('template')
  if (!('file' in template)) skip('a server looks after its own pages')
  const dataDir = await newFolder()
  expect(await checkPages(configOf({ DATA_DIR: dataDir }))).toEqual([])
  if ('file' in template) await unpack(template.file, join(dataDir, 'database'))
  const sound = await checkPages(configOf({ DATA_DIR: dataDir }))
  const folder = join(dataDir, 'database/base/5')
  const [name = ''] = (await readdir(folder)).filter(
    (one) => /^16\d+$/.test(one) && statSync(join(folder, one)).size > 0,
  )
  const file = await open(join(folder, name), 'r+')
  await file.write(Buffer.from('x'), 0, 1, 8000)
  await file.close()

  const damaged = await checkPages(configOf({ DATA_DIR: dataDir }))

  expect(sound).toMatchObject([{ level: 'ok', says: expect.stringMatching(/^All \d{3,} pages/) }])
  expect(damaged).toMatchObject([{ level: 'error', says: expect.stringContaining(`block 0 of base/5/${name}`) }])
  expect(damaged[0]?.says).toMatch(/^1 of /)
})
