import { openSession } from '#areas/account/index.ts'
import { furnishCollections } from '#areas/collections/index.ts'
import { procedures } from '#catalog/procedures.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { createProcedureRunner } from '#catalog/run/run-procedure.ts'
import { throttledCalls } from '#catalog/run/throttled.ts'
import { type Code, type Details, Refusal } from '#kernel/errors.ts'
import type { OrganizationId, UserId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { type Mail, noMail } from '#kernel/mail.ts'
import { noSealing } from '#kernel/sealing.ts'
import { isToken } from '#kernel/tokens.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'

import { quickPasswords } from './quick-passwords.ts'
import { testDatabase } from './shared-parts.ts'

type Declared = (typeof procedures)[number]
type Named<N extends Declared['name']> = Extract<Declared, { name: N }>
type Input<N extends Declared['name']> = Named<N>['input']['_zod']['input']
type Output<N extends Declared['name']> = Named<N>['output']['_zod']['output']
type Options = { token?: string | undefined; confirm?: boolean; dryRun?: boolean; from?: string }

/**
 * A stage for testing procedures: the real runner on the database of the file. A refused call throws its `Refusal`; `session` is
 * the token that the browser got.
 */
export async function procedureStage({
  mail = noMail,
  isSignUpOpen = false,
}: { mail?: Mail; isSignUpOpen?: boolean } = {}) {
  const database = await testDatabase()
  const limiter = memoryLimiter()
  const throttled = throttledCalls({ record: noOperation, log: silentLog })
  const runner = createProcedureRunner({
    procedures: new Map(procedures.map((each) => [each.name, each])),
    database,
    limiter,
    throttled,
    passwords: quickPasswords,
    attempts: memoryLimiter(),
    mail,
    sealing: noSealing,
    isSignUpOpen,
    furnish: furnishCollections,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
    strictResults: true,
  })

  async function call<N extends Declared['name']>(
    procedure: N,
    input: Input<N>,
    { token, confirm = false, dryRun = false, from = '192.0.2.1' }: Options = {},
  ): Promise<{ result: Output<N>; session: string | null | undefined }> {
    const { body, session } = await runner.run({
      procedure,
      token,
      browser: { addressPrefix: from, userAgent: undefined },
      requestId: newRequestId(),
      startedAt: new Date(),
      envelope: async () => ({ input: input as Record<string, unknown>, confirm, dryRun, idempotencyKey: undefined }),
    })
    const { result, error } = JSON.parse(body) as {
      result: Output<N>
      error?: { code: Code; message: string; details?: Details }
    }
    if (error !== undefined) throw new Refusal(error.code, error.message, error.details)
    if (typeof session === 'string' && !isToken(session)) throw new Error('what the browser got is no token')
    return { result, session }
  }

  /** The token of a new session of a person. */
  async function signIn(userId: UserId, organizationId: OrganizationId | null = null): Promise<string> {
    const now = new Date()
    const browser = { addressPrefix: '192.0.2.1', userAgent: undefined }
    const { token } = await database.asIdentity((db) => openSession(db, { userId, organizationId, ...browser, now }))
    return token
  }

  return { call, signIn, database, limiter, throttled }
}

const noOperation = () => Promise.reject(new Error('no operation is called here'))
