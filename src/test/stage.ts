import { afterAll } from 'vitest'
import type { z } from 'zod'

import { furnishCollections } from '#areas/collections/index.ts'
import { createRunner } from '#catalog/run.ts'
import { type Event, newRequestId } from '#catalog/call.ts'
import type { Access } from '#kernel/access.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { type Details, type Code, Refusal } from '#kernel/errors.ts'
import { newId, type OrganizationId, type UserId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { ceilingOf, type Role, type Scope } from '#kernel/scope.ts'
import type { TenantDatabase, TenantOptions } from '#platform/database/tenant.ts'
import { createRenderer, type Renderer } from '#platform/render/renderer.ts'

import { openTestDatabase } from './database.ts'

type Options = {
  confirm?: boolean
  dryRun?: boolean
  idempotencyKey?: string
  as?: Partial<Access>
  door?: 'rest' | 'mcp' | 'app'
  mail?: Mail
}
type Person = { role?: Role; plan?: Plan; scopes?: readonly Scope[] }

let database: Awaited<ReturnType<typeof openTestDatabase>> | undefined
let renderer: Renderer | undefined

afterAll(async () => {
  await renderer?.close()
  await database?.close()
  database = undefined
  renderer = undefined
})

/** The database of the test file, opened at first use, which alone can give options, and closed after its last test. */
export async function testDatabase(options: TenantOptions = {}) {
  return (database ??= await openTestDatabase(options))
}

/** Puts the stages of this file on a database that is open already and that somebody else closes. */
export function stageOn(given: TenantDatabase): void {
  const asOwner = () => Promise.reject(new Error('the owner of this database is elsewhere'))
  database = { ...given, asOwner, close: async () => {} }
}

/**
 * A stage for the tests of operations: an organization of its own with its collections, an owner who acts by an API key,
 * the events that were told, and `call`, which goes through the real runner. A refused call throws its `Refusal`.
 */
export async function stage(person: Person = {}) {
  const db = await testDatabase()
  const { render } = (renderer ??= createRenderer({ log: silentLog }))
  const access = await newOrganization(person)
  const events: Event[] = []

  async function call<O extends AnyOperation>(
    op: O,
    input: z.input<O['input']>,
    options: Options = {},
  ): Promise<z.output<O['output']>> {
    const answer = await answerOf(op, input, options)
    const body = JSON.parse(answer.body) as {
      result: z.output<O['output']>
      error?: { code: Code; message: string; details?: Details }
    }
    if (body.error !== undefined) throw new Refusal(body.error.code, body.error.message, body.error.details)
    return body.result
  }

  /** The whole answer of a call, refusals included. */
  function answerOf(op: AnyOperation, input: unknown, options: Options = {}) {
    const runner = createRunner({
      operations: new Map([[op.name, op]]),
      database: db,
      render,
      baseUrl: () => 'https://masthead.test',
      log: silentLog,
      ...(options.mail === undefined ? {} : { mail: options.mail }),
      strictResults: true,
      deliver: (told) => void events.push(...told),
    })
    return runner.run({
      door: options.door ?? 'rest',
      operation: op.name,
      access: { ...access, ...options.as },
      requestId: newRequestId(),
      clientRequestId: undefined,
      startedAt: new Date(),
      envelope: async () => ({
        input: input as Record<string, unknown>,
        confirm: options.confirm ?? false,
        dryRun: options.dryRun ?? false,
        idempotencyKey: options.idempotencyKey,
      }),
    })
  }

  /** Work on the organization's own rows, to prepare or to look. */
  const rows = <T>(work: Parameters<typeof db.forOrganization<T>>[2]) =>
    db.forOrganization({ organizationId: access.organization.id, userId: access.actor.userId }, 'write', work)

  return { access, call, answerOf, events, rows, render, database: db }
}

/** Makes a user with an organization, and what its API key may do. */
export async function newOrganization({ role = 'owner', plan = 'authority', scopes }: Person = {}): Promise<Access> {
  const db = await testDatabase()
  const organizationId: OrganizationId = newId('organization')
  const userId: UserId = newId('user')
  const email = `${userId}@masthead.test`
  await db.asIdentity((auth) =>
    auth
      .insertInto('auth.users')
      .values({ id: userId, email, email_key: email, display_name: 'Person of the test' })
      .execute(),
  )
  const slug = organizationId.replace('_', '-')
  await db.asIdentity(async (auth) => {
    await auth
      .insertInto('auth.organizations')
      .values({ id: organizationId, slug, name: 'Organization of the test', plan })
      .execute()
    await auth
      .insertInto('auth.memberships')
      .values({ organization_id: organizationId, user_id: userId, role })
      .execute()
  })
  await db.forOrganization({ organizationId, userId }, 'write', async (tx) => {
    await tx.db.insertInto('organization_setting').values({ timezone: 'UTC' }).execute()
    await furnishCollections(tx.db)
  })
  const granted = scopes ?? ceilingOf[role]
  const keyId = newId('apiKey')
  return {
    actor: { kind: 'agent', userId, credentialType: 'api_key', credentialId: keyId, clientName: 'key of the test' },
    organization: {
      id: organizationId,
      slug,
      name: 'Organization of the test',
      plan,
      suspended: false,
      maxKeyDays: null,
    },
    role,
    grantedScopes: granted,
    scopes: granted.filter((scope) => ceilingOf[role].includes(scope)),
    principal: keyId,
    elevatedUntil: null,
    rate: { limit: 1200, allowed: true, remaining: 1199, resetMs: 60_000 },
    keyExpiresAt: null,
  }
}
