import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

import { approveCall } from '#areas/approvals/operations/approve-call.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { procedures as declared } from '#catalog/procedures.ts'
import { objection } from '#catalog/run/permit.ts'
import { isRecordedInApp } from '#catalog/run/record.ts'
import { operationTools } from '#faces/mcp/tools.ts'
import { newId } from '#kernel/ids.ts'
import { type AnyOperation, confirmationOf, idempotencyOf, isChange } from '#kernel/operation.ts'
import type { AnyProcedure } from '#kernel/procedure.ts'
import { ceilingOf, roles, scopes } from '#kernel/scope.ts'
import { pastOf } from '#std/past-tense.ts'

import { fingerprint } from './fingerprint.ts'
import { newCallKey } from './sample-records.ts'
import { sampleOf } from './samples.ts'
import { stage } from './stage.ts'

const operations: AnyOperation[] = Object.values(catalog).flat()
const procedures: readonly AnyProcedure[] = declared
const reference = buildReference(catalog)
const tools = operationTools(reference).map(({ tool }) => tool)
const exposed = operations.filter(({ excluded }) => excluded === undefined)
const mutations = operations.filter(isChange)

// One for all: each reads the schema of schemas anew. What is compiled was judged before, and is used once or twice.
const once = { strict: false, validateSchema: false, code: { optimize: false } } as const
const ajv = new Ajv2020({ ...once, formats: { 'date-time': true, email: true, uri: true } })
const ajvOfValues = new Ajv2020({ ...once, validateFormats: false })

type Stage = Awaited<ReturnType<typeof stage>>
// An excluded procedure is a person's: it is called through the web application, just after the password.
const asCaller = (op: AnyOperation) =>
  op.excluded === undefined
    ? { door: 'rest' as const }
    : { door: 'app' as const, as: { elevatedUntil: new Date(Date.now() + 60_000) } }

/** Whether the caller that is entitled to an operation leaves a record of it (audit.md#one-record-per-call). */
const leavesRecord = (op: AnyOperation) => op.excluded === undefined || isRecordedInApp(op)

/** What the tests of an operation share that change nothing of it, which each of them proves. */
const untouched = new Map<string, ReturnType<typeof newUntouched>>()

function untouchedBy(op: AnyOperation) {
  const known = untouched.get(op.name) ?? newUntouched(op)
  untouched.set(op.name, known)
  return known
}

async function newUntouched(op: AnyOperation) {
  const on = await stage()
  const { input, ids = [] } = await sampleOf(op, on)
  return { on, input, ids, before: await fingerprint(on) }
}

async function countRecords(on: Stage): Promise<number> {
  const { count } = await on.rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select((of) => of.fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

async function records(on: Stage) {
  return on.rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'status', 'code', 'input_summary', 'result_summary', 'risk', 'sentence', 'object'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
}

describe('declarations', () => {
  test.each(procedures.map((each) => [each.name, each] as const))('%s is described', (_name, { summary, input }) => {
    expect(summary.length).toBeLessThanOrEqual(200)
    expect(Object.keys(input.shape).filter((field) => ['organizationId', 'actingUserId'].includes(field))).toEqual([])
  })

  test('names are unique', () => {
    const names = [...operations, ...procedures].map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test.each(operations.map((op) => [op.name, op] as const))('%s is named and described for agents', (name, op) => {
    expect(name).toMatch(/^[A-Za-z][A-Za-z0-9]{0,39}$/)
    expect(op.summary.length).toBeLessThanOrEqual(200)
    expect(
      Object.keys(op.input.shape).filter((field) =>
        ['confirm', 'idempotencyKey', 'dryRun', 'organizationId', 'actingUserId'].includes(field),
      ),
    ).toEqual([])
    if (op.excluded === undefined) expect(op.examples?.length ?? 0).toBeGreaterThan(0)
    for (const { input } of op.examples ?? []) expect(op.input.safeParse(input).error?.issues).toBeUndefined()
  })

  test.each(reference.entries.map((entry) => [entry.name, entry] as const))(
    '%s has portable schemas',
    (_name, entry) => {
      const tool = tools.find(({ name }) => name === entry.name)
      for (const schema of [entry.inputSchema, entry.outputSchema, tool?.inputSchema, tool?.outputSchema]) {
        expect(schema).toMatchObject({ type: 'object', properties: expect.anything() })
        expect(faultsOf(schema)).toEqual([])
        expect(ajv.validateSchema(schema ?? false), JSON.stringify(ajv.errors)).toBe(true)
        expect(() => ajv.compile(schema ?? false)).not.toThrow()
      }
      expect(openLevels(entry.inputSchema)).toEqual([])
      expect(openLevels(tool?.inputSchema)).toEqual([])
      const op = reference.byName.get(entry.name)
      expect(Object.keys(entry.inputSchema['properties'] as object)).toEqual(Object.keys(op?.input.shape ?? {}))
      expect(Object.keys(entry.outputSchema['properties'] as object)).toEqual(Object.keys(op?.output.shape ?? {}))
      for (const schema of [entry.inputSchema, tool?.inputSchema ?? false]) {
        const accepts = ajv.compile(schema)
        for (const { input } of op?.examples ?? []) expect(accepts(input), JSON.stringify(accepts.errors)).toBe(true)
      }
    },
  )

  test('scope and role decide together, for every role and every operation', () => {
    for (const op of exposed) {
      for (const role of roles) {
        const may = op.scope != null && ceilingOf[role].includes(op.scope)
        const access = {
          role,
          scopes: ceilingOf[role],
          grantedScopes: scopes,
          organization: { suspended: false },
        } as never
        const refused = objection(op, access, 'rest')
        if (!may) expect(refused?.code, `${op.name} as ${role}`).toBe('role_forbidden')
        if (refused === undefined) expect(may, `${op.name} as ${role}`).toBe(true)
      }
    }
  })
})

describe.each(exposed.map((op) => [op.name, op] as const))('%s', (_name, op) => {
  test('is refused without its scope, whatever else the key has', async () => {
    const { on, input, before } = await untouchedBy(op)
    const others = on.access.scopes.filter((scope) => scope !== op.scope)

    await expect(on.call(op, input, { confirm: true, as: { scopes: others } })).rejects.toMatchObject({
      code: 'insufficient_scope',
      details: { requiredScopes: [op.scope] },
    })
    expect(await fingerprint(on)).toBe(before)
  })

  test('shows nothing of another organization', async () => {
    const { on, input, ids, before } = await untouchedBy(op)
    const foreign = await stage()
    const answer = await foreign.answerOf(op, input, { ...newCallKey(op), confirm: true })
    const unknown = { ...input, ...Object.fromEntries(ids.map((field) => [field, newIdLike(input[field])])) }
    const toUnknown = await foreign.answerOf(op, unknown, { ...newCallKey(op), confirm: true })

    if (ids.length > 0) {
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'not_found' } })
      expect([answer.status, JSON.parse(answer.body).error.message]).toEqual([
        toUnknown.status,
        JSON.parse(toUnknown.body).error.message,
      ])
    }
    expect(answer.body).not.toContain(on.access.organization.id)
    expect(await fingerprint(on)).toBe(before)
  })
})

describe.each(operations.map((op) => [op.name, op] as const))('%s', (_name, op) => {
  test('leaves exactly one record, a read or state of the web application none, and no secret in it or in the answer', async () => {
    const on = await stage()
    const { input } = await sampleOf(op, on)
    const before = await records(on)
    const answer = await on.answerOf(op, input, { ...asCaller(op), ...newCallKey(op), confirm: true })
    const added = (await records(on)).slice(before.length)

    expect([answer.status, added.map(({ operation, status }) => [operation, status])]).toEqual([
      200,
      leavesRecord(op) ? [[op.name, 'succeeded']] : [],
    ])
    for (const { sentence, object } of added) {
      const [verb = ''] = (sentence ?? '').split(' ')
      const { jobId } = JSON.parse(answer.body).result
      const past = typeof jobId === 'string' && op.startsJob === true ? 'started' : pastOf(op.title.split(' ')[0] ?? '')
      expect(verb.toLowerCase(), sentence ?? 'no sentence').toBe(past)
      expect(sentence).not.toMatch(/undefined|null|\[object/)
      if (op.risk !== 'read') expect(object).toMatchObject({ type: expect.any(String), id: expect.any(String) })
    }
    for (const summary of added.flatMap(({ input_summary, result_summary }) => [input_summary, result_summary])) {
      expect(Buffer.byteLength(JSON.stringify(summary))).toBeLessThanOrEqual(4096)
      expect(JSON.stringify(summary)).not.toMatch(/mh_sk_[0-9A-Za-z]{30}|scrypt|password/)
    }
    if (!answer.showsSecret) expect(answer.body).not.toMatch(/mh_sk_[0-9A-Za-z]{30}|scrypt/)
  })

  test('answers hostile input with a documented 4xx and one record, and changes nothing', async () => {
    const { on, input, before } = await untouchedBy(op)
    for (const hostile of hostileInputs(input)) {
      const seen = await countRecords(on)
      const { status, body } = await on.answerOf(op, hostile, { ...asCaller(op), confirm: true })
      expect([404, 409, 422], `${JSON.stringify(hostile)?.slice(0, 200)} -> ${body.slice(0, 300)}`).toContain(status)
      expect((await countRecords(on)) - seen).toBe(leavesRecord(op) ? 1 : 0)
    }
    expect(await fingerprint(on)).toBe(before)
  })
})

describe.each(mutations.map((op) => [op.name, op] as const))('%s', (_name, op) => {
  test('waits for the confirmation that its risk asks for, and says what it would do', async () => {
    const waits = confirmationOf(op) === 'always'
    // A call that does not wait takes place.
    const { on, input, before } = await (waits ? untouchedBy(op) : newUntouched(op))
    const seen = await countRecords(on)
    const answer = await on.answerOf(op, input, asCaller(op))

    if (!waits) return expect(answer.status).toBe(200)
    const rehearsed = await on.answerOf(op, input, { ...asCaller(op), dryRun: true })
    const { error } = JSON.parse(answer.body)
    expect(error).toMatchObject({ code: 'confirmation_required', status: 428 })
    expect(Object.keys(error.details.effect)).toEqual(Object.keys(JSON.parse(rehearsed.body).result))
    expect(await fingerprint(on)).toBe(before)
    expect((await records(on))[seen]).toMatchObject({ status: 'rejected', code: 'confirmation_required' })
    expect((await records(on))[seen]?.sentence).toMatch(/^Could not .* \(confirmation_required\)$/)
  })

  test('runs once a person has approved it, while what was shown stays the same', async ({ skip }) => {
    if (op.excluded !== undefined || op.risk === 'read') skip('no call of an agent waits')
    const on = await stage()
    const { input } = await sampleOf(op, on)
    await on.call(setApprovalPolicy, { risks: ['write', 'publish', 'external', 'destructive'] }, on.inPerson())
    const caller = { ...newCallKey(op), confirm: true }
    const { error } = JSON.parse((await on.answerOf(op, input, caller)).body)
    await on.call(approveCall, { approvalId: error.details.approvalId }, on.inPerson())

    const answer = await on.answerOf(op, input, caller)

    expect(answer.status, answer.body).toBe(200)
  })

  test('rehearses without a trace but its record', async () => {
    const { on, input, before } = await untouchedBy(op)
    const seen = await countRecords(on)
    const answer = await on.answerOf(op, input, { ...asCaller(op), dryRun: true, idempotencyKey: 'rehearsal' })

    const rehearsed = JSON.parse(answer.body)
    expect(rehearsed).toMatchObject({ operation: op.name, dryRun: true })
    // Only what agents are offered has a published schema.
    const published = reference.entries.find(({ name }) => name === op.name)?.outputSchema
    if (published !== undefined) expect(misfits(published, rehearsed.result)).toBe('')
    expect(await fingerprint(on)).toBe(before)
    expect(await countRecords(on)).toBe(leavesRecord(op) ? seen + 1 : seen)
    expect(
      await on.rows(({ db }) =>
        db.selectFrom('idempotency_key').select('key').where('key', '=', 'rehearsal').execute(),
      ),
    ).toEqual([])
  })

  test('has one effect per idempotency key', async () => {
    const on = await stage()
    const { input, other } = await sampleOf(op, on)
    const caller = { ...asCaller(op), confirm: true, idempotencyKey: 'key-1' }
    // The state of public content is said once: it belongs to the commit.
    const { contentRevision: _, ...first } = await on.answerOf(op, input, caller)
    const after = await fingerprint(on)
    if (first.showsSecret)
      return expect(
        await on.rows(({ db }) => db.selectFrom('idempotency_key').select('key').where('key', '=', 'key-1').execute()),
      ).toEqual([])

    const again = await on.answerOf(op, input, caller)
    expect(again).toEqual({ ...first, replayed: true })
    expect(await fingerprint(on)).toBe(after)
    if (leavesRecord(op)) expect((await records(on)).at(-1)).toMatchObject({ operation: op.name, status: 'replayed' })

    // Without a field there is no other input.
    if (Object.keys(op.input.shape).length === 0) return
    const reused = await on.answerOf(op, other ?? { ...input, page: 2 }, caller)
    expect(JSON.parse(reused.body)).toMatchObject({ error: { code: 'idempotency_key_reused', status: 422 } })
    expect(await fingerprint(on)).toBe(after)
    expect(idempotencyOf(op)).not.toBe('none')
  })

  test('has one effect for parallel calls with one key', async () => {
    const on = await stage()
    const { input } = await sampleOf(op, on)
    const seen = (await records(on)).length
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        on.answerOf(op, input, { ...asCaller(op), confirm: true, idempotencyKey: 'key-2' }),
      ),
    )
    if (answers.some(({ showsSecret }) => showsSecret)) return

    const executed = answers.filter(({ status, replayed }) => status === 200 && !replayed)
    expect(executed).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body)).size).toBe(1)
    const written = (await records(on)).slice(seen)
    expect(written).toHaveLength(leavesRecord(op) ? 10 : 0)
    expect(written.filter(({ status }) => status === 'succeeded')).toHaveLength(leavesRecord(op) ? 1 : 0)
  })
})

/** What a published schema objects to in a result. */
function misfits(schema: object, result: unknown): string {
  const accepts = ajvOfValues.compile(schema)
  return accepts(result) ? '' : JSON.stringify(accepts.errors)
}

function newIdLike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(newIdLike)
  return `${String(value).split('_')[0]}_${newId('item').split('_')[1]}`
}

function hostileInputs(input: Record<string, unknown>): unknown[] {
  const wrong = [{ a: { b: [] } }, [[]], 1e308, -1, 'x'.repeat(500_000), true, ['x'.repeat(3000)]]
  const perField = Object.keys(input).flatMap((field) =>
    wrong
      .filter((value) => typeof value !== typeof input[field] || typeof value === 'string')
      .map((value) => ({ ...input, [field]: value })),
  )
  return [
    { ...input, unknownField: 1 },
    JSON.parse(`{"__proto__": {"polluted": true}, ${JSON.stringify(input).slice(1)}`.replace(', }', '}')),
    { ...input, constructor: { prototype: { polluted: true } } },
    ...perField,
  ]
}

const forbiddenKeys = new Set([
  '$ref',
  '$defs',
  'definitions',
  'propertyNames',
  '$schema',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'exclusiveMinimum',
  'exclusiveMaximum',
])

/** Paths of what some clients cannot read (mcp.md#portable-schemas). */
function faultsOf(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Object.keys(schema)
    .filter((key) => forbiddenKeys.has(key))
    .map((key) => `${path}/${key}`)
  const properties = (schema as { properties?: Record<string, object> }).properties ?? {}
  const untyped = Object.entries(properties)
    .filter(([, property]) => !('type' in property))
    .map(([name]) => `${path}/${name} has no type`)
  const long = Object.entries(properties)
    // The words for the idempotency key are fixed (mcp.md#flat-arguments).
    .filter(
      ([name, property]) =>
        name !== 'idempotencyKey' && 'description' in property && String(property.description).length > 120,
    )
    .map(([name]) => `${path}/${name} is described at length`)
  const { items, additionalProperties: rest } = schema as { items?: unknown; additionalProperties?: unknown }
  const nested = [...Object.entries(properties), ['items', items] as const, ['*', rest] as const]
  return [
    ...own,
    ...untyped,
    ...long,
    ...noiseOf(schema as Record<string, unknown>, path),
    ...deniedNull(schema as Record<string, unknown>, path),
    ...nested.flatMap(([name, child]) => faultsOf(child, `${path}/${name}`)),
  ]
}

/** What is null or something else by its type, and never null by what else it says. */
function deniedNull(schema: Record<string, unknown>, path: string): string[] {
  if (![schema['type']].flat().includes('null')) return []
  return ajvOfValues.validate(schema, null) ? [] : [`${path} refuses null`]
}

/** Levels of an input that silently accept unknown fields. */
function openLevels(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, properties, additionalProperties, items } = schema as {
    type?: unknown
    properties?: Record<string, unknown>
    additionalProperties?: unknown
    items?: unknown
  }
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'))
  const isMap = isObject && Object.keys(properties ?? {}).length === 0
  const own = isObject && !isMap && additionalProperties !== false ? [path] : []
  return [
    ...own,
    ...Object.entries(properties ?? {}).flatMap(([name, child]) => openLevels(child, `${path}/${name}`)),
    ...openLevels(items, `${path}/items`),
  ]
}

/** What costs tokens and says nothing, and maps with untyped values. */
function noiseOf(schema: Record<string, unknown>, path: string): string[] {
  const bounds = ['minimum', 'maximum'].filter((key) => Math.abs(Number(schema[key] ?? 0)) >= Number.MAX_SAFE_INTEGER)
  const type = [schema['type']].flat()
  const { properties, additionalProperties: rest } = schema
  const isSilent = properties === undefined && rest === undefined
  const isEmpty = typeof rest === 'object' && rest !== null && Object.keys(rest).length === 0
  const isUntypedMap = path !== '' && type.includes('object') && (isSilent || isEmpty)
  return [
    ...bounds.map((key) => `${path}/${key} is no bound`),
    ...('pattern' in schema && 'format' in schema ? [`${path} has a pattern beside its format`] : []),
    ...(isUntypedMap ? [`${path} is an object of which nothing is said`] : []),
    ...(Array.isArray(schema['type']) && schema['type'][1] !== 'null' ? [`${path} has several types`] : []),
  ]
}
