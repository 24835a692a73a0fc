import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { itemChecks } from '#areas/checks/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { operation } from '#kernel/operation.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { stage, type Stage } from '#test/stage.ts'
import { listeningTo } from '#test/statements.ts'

import { newRequestId } from './call.ts'
import { createRunner, type Runner } from './run.ts'

type Options = { key?: string; confirm?: boolean; name?: string; more?: object }

/** What an operation of these tests does before its handler and in it. */
type Work = { prepared?: () => void; reachesOut?: true; handled?: () => void; requires?: 'nonArticleCollections' }

/** An operation that adds a tag, with a confirmation where the name asks for one. */
const addTag = ({ prepared, reachesOut, handled, requires }: Work = {}) =>
  operation({
    name: 'addTag',
    title: 'Add a tag',
    summary: 'Adds a tag.',
    scope: 'content:write',
    risk: 'write',
    confirm: { when: ({ name }: { name: string }) => name.startsWith('Grave'), rule: 'When it is grave' },
    ...(requires === undefined ? {} : { requires }),
    ...(reachesOut === undefined ? {} : { reachesOut }),
    input: z.strictObject({ name: z.string() }),
    output: z.object({ name: z.string() }),
    ...(prepared === undefined ? {} : { prepare: async () => prepared() }),
    async handle({ db }, { name }) {
      const articles = await getCollection(db, 'articles')
      const row = { id: newId('tag'), kind: 'tag' as const, name, name_key: name, slug: name.toLowerCase() }
      await db
        .insertInto('term')
        .values({ ...row, collection_id: articles.id })
        .execute()
      handled?.()
      return { name }
    },
  })

/** One node: a runner with a map of running keys of its own. */
function node({ render }: Stage, database: TenantDatabase, op: ReturnType<typeof addTag>): Runner {
  return createRunner({
    operations: new Map([[op.name, op as never]]),
    database,
    render,
    checks: itemChecks,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
    strictResults: true,
  })
}

async function callOn(runner: Runner, { access }: Stage, { key, confirm = false, name = 'Crm', more = {} }: Options) {
  const answer = await runner.run({
    door: 'rest',
    operation: 'addTag',
    access: { ...access, ...more },
    requestId: newRequestId(),
    clientRequestId: undefined,
    startedAt: new Date(),
    envelope: async () => ({ input: { name }, confirm, dryRun: false, idempotencyKey: key }),
  })
  const { error } = JSON.parse(answer.body) as { error?: { code: string } }
  return { ...answer, code: error?.code }
}

const tags = (on: Stage) =>
  on.rows(async ({ db }) =>
    (await db.selectFrom('term').select('name').orderBy('name').execute()).map(({ name }) => name),
  )

const statuses = (on: Stage) =>
  on.rows(async ({ db }) => {
    const found = await db.selectFrom('audit_record').select(['status', 'code']).orderBy('id').execute()
    return found.map(({ status, code }) => (code === null ? status : `${status} ${code}`))
  })

const organizationWithoutPlan = ({ access }: Stage) => ({
  organization: { ...access.organization, plan: 'pro' as const },
})

describe('a call with a key', () => {
  test('asks for it in the claim alone, and stores its answer with the COMMIT', async () => {
    const on = await stage()
    const { database, statements, messages } = listeningTo(on.database)

    const answer = await callOn(node(on, database, addTag()), on, { key: 'k' })

    expect(answer.status).toBe(200)
    const tables = ({ text }: { text: string }) => text.matchAll(/(?:into|update|from) "app"\."(\w+)"|app\.(\w+)\(/g)
    const touched = statements.map((one) => [...tables(one)].map(([, table, called]) => table ?? called).join())
    expect(touched).toEqual([
      'idempotency_key',
      'org,collection',
      'term',
      // Answer and record are one statement.
      'idempotency_key,audit_record',
      // What websites read of the tag has changed.
      'change_content',
    ])
    expect(messages).toHaveLength(2)
  })

  test('is answered again after it has finished, byte for byte, and done once', async () => {
    const on = await stage()
    const runner = node(on, on.database, addTag())

    const first = await callOn(runner, on, { key: 'k' })
    const second = await callOn(runner, on, { key: 'k' })

    expect(second).toMatchObject({ status: 200, body: first.body, replayed: true })
    expect(await tags(on)).toEqual(['Crm'])
    expect(await statuses(on)).toEqual(['succeeded', 'replayed'])
  })

  test('is answered again to all who repeat it at once', async () => {
    const on = await stage()
    const runner = node(on, on.database, addTag())
    await callOn(runner, on, { key: 'k' })

    const again = await Promise.all(Array.from({ length: 5 }, () => callOn(runner, on, { key: 'k' })))

    expect(again.map(({ status, replayed }) => [status, replayed])).toEqual(
      Array.from({ length: 5 }, () => [200, true]),
    )
  })

  test('is answered again whatever would refuse it by now: plan and confirmation', async () => {
    const on = await stage()
    const runner = node(on, on.database, addTag({ requires: 'nonArticleCollections' }))
    const key = 'k'
    const first = await callOn(runner, on, { key, name: 'Grave', confirm: true })

    const unconfirmed = await callOn(runner, on, { key, name: 'Grave' })
    const unpaid = await callOn(runner, on, { key, name: 'Grave', confirm: true, more: organizationWithoutPlan(on) })

    const given = { status: 200, body: first.body, replayed: true }
    expect([unconfirmed, unpaid]).toMatchObject([given, given])
    expect(await statuses(on)).toEqual(['succeeded', 'replayed', 'replayed'])
  })

  test('that belongs to another input is refused in its turn: after plan and confirmation', async () => {
    const on = await stage()
    const runner = node(on, on.database, addTag({ requires: 'nonArticleCollections' }))
    const key = 'k'
    await callOn(runner, on, { key })

    const grave = { key, name: 'Grave' }
    const unpaid = await callOn(runner, on, { ...grave, confirm: true, more: organizationWithoutPlan(on) })
    const unconfirmed = await callOn(runner, on, grave)
    const complete = await callOn(runner, on, { ...grave, confirm: true })

    expect([unpaid.code, unconfirmed.code, complete.code]).toEqual([
      'plan_required',
      'confirmation_required',
      'idempotency_key_reused',
    ])
    expect(await tags(on)).toEqual(['Crm'])
  })

  test('changes something outside only once: a replay is found before', async () => {
    const on = await stage()
    let times = 0
    const runner = node(on, on.database, addTag({ prepared: () => void times++, reachesOut: true }))

    await callOn(runner, on, { key: 'k' })
    const again = await callOn(runner, on, { key: 'k' })
    const reused = await callOn(runner, on, { key: 'k', name: 'Other' })

    expect([again.replayed, reused.code, times]).toEqual([true, 'idempotency_key_reused', 1])
  })

  test('is answered again, even if it could not be prepared by now', async () => {
    const on = await stage()
    let isGone = false
    const prepared = () => {
      if (isGone) throw new Refusal('not_found', 'There is no such record.')
    }
    const runner = node(on, on.database, addTag({ prepared }))

    await callOn(runner, on, { key: 'k' })
    isGone = true
    const again = await callOn(runner, on, { key: 'k' })
    const other = await callOn(runner, on, { key: 'l', name: 'Other' })

    expect([again.replayed, other.code]).toEqual([true, 'not_found'])
  })
})

describe('a refusal of the handler', () => {
  const refusing = (refuses: () => boolean) =>
    addTag({
      handled() {
        if (refuses()) throw new Refusal('conflict', 'Not now.')
      },
    })

  test('is kept under the key, and nothing of the effect', async () => {
    const on = await stage()
    let refuses = true
    const runner = node(
      on,
      on.database,
      refusing(() => refuses),
    )

    const first = await callOn(runner, on, { key: 'k' })
    refuses = false
    const again = await callOn(runner, on, { key: 'k' })

    expect(first).toMatchObject({ status: 409, code: 'conflict', replayed: false })
    expect(again).toMatchObject({ status: 409, body: first.body, replayed: true })
    expect(await tags(on)).toEqual([])
    expect(await statuses(on)).toEqual(['failed conflict', 'replayed'])
  })

  test('gives way to a call on another node that came between: its answer is sent again', async () => {
    const on = await stage()
    const other = node(on, on.database, addTag())
    let transactions = 0
    let between: Awaited<ReturnType<typeof callOn>> | undefined
    const database: TenantDatabase = {
      ...on.database,
      async forOrganization(context, mode, work) {
        if (++transactions === 2) between = await callOn(other, on, { key: 'k' })
        return on.database.forOrganization(context, mode, work)
      },
    }

    const answer = await callOn(
      node(
        on,
        database,
        refusing(() => true),
      ),
      on,
      { key: 'k' },
    )

    expect(transactions).toBe(2)
    expect(between).toMatchObject({ status: 200, replayed: false })
    expect(answer).toMatchObject({ status: 200, body: between?.body, replayed: true })
    expect(await tags(on)).toEqual(['Crm'])
    expect(await statuses(on)).toEqual(['succeeded', 'replayed'])
  })

  test('that is a fault frees the key', async () => {
    const on = await stage()
    let fails = true
    const op = addTag({
      handled() {
        if (fails) throw new Error('broken')
      },
    })
    const runner = node(on, on.database, op)

    const first = await callOn(runner, on, { key: 'k' })
    fails = false
    const again = await callOn(runner, on, { key: 'k' })

    expect([first.status, again.status, again.replayed]).toEqual([500, 200, false])
    expect(await tags(on)).toEqual(['Crm'])
  })
})
