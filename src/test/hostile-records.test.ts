import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { openSession } from '#areas/account/index.ts'
import { addApiKey } from '#areas/account/keys/api-keys.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { catalog } from '#catalog/catalog.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { innerSchema, partOf } from '#kernel/schema-parts.ts'
import { scopes } from '#kernel/scope.ts'

import type { Answer } from './client.ts'
import { openEvents } from './event-client.ts'
import { hostileText } from './hostile-texts.ts'
import { mcpOf } from './mcp-client.ts'
import { openAgent } from './oauth-client.ts'
import { sampleOf } from './samples.ts'
import { openServer, type TestServer } from './server.ts'
import { stageOn } from './shared-parts.ts'
import { stage } from './stage.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const operations: AnyOperation[] = Object.values(catalog).flat()
const reads = operations.filter(({ risk, excluded }) => risk === 'read' && excluded === undefined)
/** Credentials that nobody has, one of each form that this server makes. */
const credentials = ['mh_sk_', 'mh_at_', 'mh_rt_', 'mh_inv_', 'whsec_'].map((form) => `${form}${'7a'.repeat(18)}`)
/** What a header can carry of the hostile text. */
const hostileHeader = `\u001b[31m \u0085 <script> =1+1 ${credentials.join(' ')}`.replaceAll(
  /[^\t -~\u0080-\u00ff]/g,
  '',
)

type Stage = Awaited<ReturnType<typeof stage>>

let server: TestServer
let on: Stage
let key: string
let cookie: string

beforeAll(async () => {
  server = await openServer({ ALLOW_PRIVATE_NETWORK: '127.0.0.0/8', CHROME_PATH: process.execPath })
  stageOn(server)
  on = await stage()
  ;({ key, cookie } = await credentialsOf(on))
})
afterAll(() => server.close())

test.each(operations.map((op) => [op.name, op] as const))(
  '%s takes hostile texts or refuses them',
  async (name, op) => {
    const own = op.excluded === 'cross_organization' ? await stage() : on
    const { input } = await sampleOf(op, own)
    const session = own === on ? cookie : (await credentialsOf(own)).cookie

    for (const [field, schema] of Object.entries(op.input.shape)) {
      const body = { ...input, [field]: hostile(partOf(schema)) }
      const answer =
        op.excluded === undefined
          ? await server.client.call(key, name, body, { confirm: true })
          : await server.client.inApp(session, name, body, { confirm: true })

      expect(answer.status, `${field}: ${answer.text.slice(0, 500)}`).toBeLessThan(500)
      expect(answer.json, field).toBeDefined()
    }
  },
)

test('headers, paths, names of operations and clients are taken or refused, without a credential in the log', async () => {
  const { client } = server
  const headers = { 'User-Agent': hostileHeader, 'Idempotency-Key': hostileHeader, 'X-Request-Id': hostileHeader }
  const names = [...credentials, hostileText.slice(0, 2000)].map((text) => encodeURIComponent(text))
  const info = { name: `${credentials.join(' ')} ${hostileText.slice(0, 200)}`, version: hostileText.slice(0, 100) }
  const mcp = mcpOf(client, { 'X-API-Key': key, 'User-Agent': hostileHeader })

  const answers = [
    await client.call(key, 'listItems', {}, { headers }),
    await client.call(key, 'createItem', { collectionId: 'articles', title: 'Headers' }, { headers }),
    await client.send('/app/session', { headers: { Cookie: cookie, ...headers } }),
    ...(await Promise.all(names.map((name) => client.call(key, name, {})))),
    ...(await Promise.all(names.map((name) => client.send(`/v1/${on.access.organization.id}/articles/${name}`)))),
    ...(await Promise.all(names.map((name) => client.send(`/${name}?${name}=${name}`)))),
    await mcp.call(
      'createItem',
      { collectionId: 'articles', title: 'MCP' },
      {
        meta: { 'io.modelcontextprotocol/clientInfo': info },
      },
    ),
    await mcp.rpc(
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info },
      { era: 'legacy' },
    ),
    ...(await Promise.all(credentials.map((name) => mcp.call(name, { [name]: name })))),
  ]
  const agent = await openAgent(server, { client_name: `${credentials[0]} \u202e<b>Agent` })
  await agent.connect(cookie, { scope: 'content:read' })

  expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
  for (const read of ['listAgentAuditLog', 'listConnectedAgents', 'listApiKeys']) {
    const { status, text } = await client.inApp(cookie, read, {})
    expect(status, text).toBe(200)
    expect(
      credentials.filter((secret) => text.includes(secret)),
      read,
    ).toEqual([])
  }
  const logged = await server.logged()
  expect(credentials.filter((secret) => logged.includes(secret))).toEqual([])
  expect(logged.trimEnd().split('\n').filter(isNoJson)).toEqual([])
})

test('what no rule of today would store is read all the same', async () => {
  await spoilStoredTexts()

  const answers = new Map<string, Answer>()
  for (const op of reads) {
    const { input } = await sampleOf(op, on)
    answers.set(op.name, await server.client.call(key, op.name, input, { confirm: true }))
  }

  const failed = [...answers].filter(([, { status }]) => status !== 200).map(([name, { text }]) => `${name} ${text}`)
  expect(failed).toEqual([])
  expect(answers.get('listItems')?.text).toContain('Set-Cookie')
})

test('every page, document, export, tool and event is what its format says', async () => {
  const { client } = server
  // A sample has sent content to a CMS.
  await on.call(setContentMode, { mode: 'headless' }, { confirm: true })
  const v1 = `/v1/${on.access.organization.id}`
  for (const path of ['articles', 'articles?_fields=all&include=categories,tags,authors', 'categories', 'tags'].concat([
    'authors',
    'media',
    'collections',
    'redirects',
    'articles?search=Set-Cookie',
  ])) {
    const { status, json, text } = await client.send(`${v1}/${path}`)
    expect([status, Array.isArray(json?.data)], `${path} ${text.slice(0, 500)}`).toEqual([200, true])
  }
  for (const path of ['sitemap.xml', 'feed.xml']) expectXml(path, (await client.send(`${v1}/${path}`)).text)
  expect((await client.send(`${v1}/llms.txt`)).status).toBe(200)

  for (const format of ['jsonl', 'csv', 'wxr', 'markdown_zip']) {
    const text = await exported(format)
    if (format === 'wxr') expectXml(format, text)
    if (format === 'jsonl') expect(text.trimEnd().split('\n').filter(isNoJson)).toEqual([])
    if (format === 'csv') expect(new Set(csvRows(text).map(({ length }) => length)).size).toBe(1)
    if (format === 'csv')
      expect(
        csvRows(text)
          .flat()
          .filter((cell) => /^[=+@\t\r]/.test(cell)),
      ).toEqual([])
    if (format === 'markdown_zip') expect(text.startsWith('PK')).toBe(true)
  }

  const mcp = mcpOf(client, { 'X-API-Key': key })
  for (const name of ['listItems', 'listAgentAuditLog', 'listMedia']) {
    const { status, json } = await mcp.call(name)
    expect([status, json.result.isError ?? false], name).toEqual([200, false])
  }

  const events = await openEvents(server.url, { cookie })
  const title = 'Event ]]> </script> =1+1 \u202e\u2028data: x'
  const { json, text } = await client.call(key, 'createItem', { collectionId: 'articles', title })
  expect(json.result, text).toBeDefined()
  const { data } = await events.until((event) => JSON.stringify(event.data).includes(json.result.item.id))
  events.close()
  expect(data).toBeDefined()
})

/** A value that a schema may take, with the hostile text wherever a text is, as long as it allows. */
function hostile(schema: z.ZodType): unknown {
  const inner = innerSchema(schema)
  if (inner !== undefined) return hostile(inner)
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, hostile(partOf(field))]))
  if (schema instanceof z.ZodArray) return [hostile(partOf(schema.element))]
  if (schema instanceof z.ZodUnion) return hostile(partOf(schema.options[0] ?? schema))
  if (schema instanceof z.ZodRecord) return { [hostileText]: hostileText }
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodString && schema.maxLength !== null) return hostileText.slice(0, schema.maxLength)
  return hostileText
}

/** Writes the hostile text into every column of texts that takes it, in every row of the organization. */
async function spoilStoredTexts(): Promise<void> {
  const organization = on.access.organization.id
  await server.asOwner(`do $$
    declare one record;
    begin
      for one in
        select c.table_name, c.column_name from information_schema.columns c
          where c.table_schema = 'app' and c.data_type = 'text' and c.is_generated = 'NEVER'
            and c.column_name !~ '(^|_)(id|kind|type|status|state|hash|key|url|hmac|sum|host)$'
            and exists (select from information_schema.columns o where o.table_schema = 'app'
              and o.table_name = c.table_name and o.column_name = 'organization_id')
            and exists (select from information_schema.tables t where t.table_schema = 'app'
              and t.table_name = c.table_name and t.table_type = 'BASE TABLE')
      loop
        begin
          execute format('update app.%I set %I = $1 where organization_id = $2', one.table_name, one.column_name)
            using ${literal(hostileText)}, '${organization}';
        exception when others then null;
        end;
      end loop;
    end $$`)
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

async function credentialsOf({ access, rows }: Stage): Promise<{ key: string; cookie: string }> {
  const [userId, organizationId] = [access.actor.userId, access.organization.id]
  const now = new Date()
  const made = await rows(({ db }) =>
    addApiKey(db, { name: 'Hostile', scopes, expiresAt: new Date(now.getTime() + 86_400_000), now }),
  )
  Object.assign(access.actor, { credentialId: made.id })
  const { token } = await server.database.asIdentity((db) =>
    openSession(db, { userId, organizationId, addressPrefix: '127.0.0.1', userAgent: hostileText, now }),
  )
  return { key: made.secret, cookie: `session=${token}` }
}

async function exported(format: string): Promise<string> {
  const { client } = server
  const started = await client.call(key, 'exportItems', { format }, { confirm: true })
  expect(started.status, started.text).toBe(200)
  const { jobId } = started.json.result
  for (;;) {
    const { json } = await client.call(key, 'getJob', { jobId, waitSeconds: 10 })
    const { state, result, error } = json.result
    if (state === 'queued' || state === 'running') continue
    expect(state, JSON.stringify(error)).toBe('succeeded')
    return (await fetch(`${server.url}${new URL(result.url).pathname}`)).text()
  }
}

function isNoJson(line: string): boolean {
  try {
    return JSON.parse(line) === undefined
  } catch {
    return true
  }
}

/** Every element is closed, and no character stands in it that XML 1.0 does not have. */
function expectXml(what: string, text: string): void {
  const open: string[] = []
  const crossed: string[] = []
  const onopentagname = (name: string) => void open.push(name)
  const onclosetag = (name: string) => {
    if (open.pop() !== name) crossed.push(name)
  }
  new Parser({ onopentagname, onclosetag }, { xmlMode: true, recognizeSelfClosing: true }).end(text)
  expect([open, crossed], what).toEqual([[], []])
  // oxlint-disable-next-line no-control-regex -- these are looked for
  expect(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.exec(text), what).toBeNull()
}

/** The rows of RFC 4180, read by its grammar. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',' && end !== '') rows.push([])
  }
  return rows.filter(({ length }) => length > 0)
}
