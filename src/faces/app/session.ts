import { z } from 'zod'

import {
  closeSession,
  elevate,
  hasCompletedSecondFactor,
  type Installation,
  isSetUpNeeded,
  isSetUpToken,
  openSession,
  personOfSession,
  setUp,
  showOrganization,
  signIn,
  type SignedInPerson,
  type SignInParts,
} from '#areas/account/index.ts'
import { recoveryCodeRecorder } from '#catalog/record-sign-in.ts'
import { readJson } from '#faces/envelope.ts'
import { decodeSegment, type Incoming, jsonType, type Outgoing } from '#faces/http.ts'
import { methodNotAllowed } from '#faces/problem.ts'
import { requireSameOrigin } from '#faces/same-origin.ts'
import { sessionCookie } from '#faces/session-cookie.ts'
import { Refusal } from '#kernel/errors.ts'
import type { OrganizationId, RequestId } from '#kernel/ids.ts'
import { inPlainWords, problemsOf } from '#kernel/input-problems.ts'
import type { Role } from '#kernel/scope.ts'
import { hashOf, isToken } from '#kernel/tokens.ts'

import { browserOf } from './browser.ts'
import { oneLine } from './operations.ts'

export type SessionParts = Omit<SignInParts, 'now' | 'recordRecoveryCode'> &
  Installation & {
    /** Whether people get accounts without an invitation, where there is a mail server, and make organizations. */
    isSignUpOpen: boolean
    catalogVersion: string
    /** How many calls of agents wait there that somebody of this role may decide. */
    pendingApprovals(organizationId: OrganizationId, role: Role): Promise<number>
    now?: () => Date
  }
type Met = { requestId: RequestId }

const email = z.string().max(320)
const password = z.string().max(1024)
const code = z.string().max(50)
const credentials = z.strictObject({ email, password, code: code.optional() })
const again = z
  .strictObject({ password: password.optional(), code: code.optional() })
  .refine((given) => given.password !== undefined || given.code !== undefined, {
    path: ['password'],
    message: 'Must have a password or a code',
  })
const choice = z.strictObject({ organizationId: z.string().max(200) })
const newPair = z.strictObject({
  email,
  password,
  displayName: z.string().max(500).optional(),
  organizationName: z.string().max(500),
})

const setUpPath = '/app/setup/'

/**
 * Signing in, out and up, below `/app/session` and `/app/setup/<token>`. Undefined for every other path.
 * Throws its refusals: 401 `invalid_credentials`, 403 `cross_origin`, 415, 422 with paths such as `/email`, 429.
 */
export function createSessionRoutes(given: SessionParts) {
  const parts: Parts = { ...given, now: given.now ?? (() => new Date()) }

  return async (request: Incoming, met: Met, path: string): Promise<Outgoing | undefined> => {
    const methods = methodsOf(path)
    if (methods === undefined) return undefined
    const handler = methods[request.method === 'HEAD' ? 'GET' : request.method]
    if (handler === undefined) return methodNotAllowed(allowedBy(methods), met.requestId)
    if (request.method !== 'GET' && request.method !== 'HEAD') requireSameOrigin(request, parts.baseUrl())
    return handler(parts, request, met)
  }
}

type Parts = SessionParts & { now: () => Date }
type Handler = (parts: Parts, request: Incoming, met: Met) => Promise<Outgoing>

function methodsOf(path: string): Record<string, Handler> | undefined {
  if (path === '/app/session') return { GET: show, POST: enter, DELETE: leave }
  if (path === '/app/session/elevation') return { POST: enterAgain }
  if (path === '/app/session/organization') return { POST: choose }
  if (!path.startsWith(setUpPath)) return undefined
  const link = decodeSegment(path.slice(setUpPath.length)) ?? ''
  return {
    GET: (parts, _, met) => showSetUp(parts, link, met),
    POST: (parts, request, met) => setUpWith(parts, link, request, met),
  }
}

// HEAD is answered as GET is.
const allowedBy = (methods: Record<string, Handler>): string =>
  Object.keys(methods)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    .join(', ')

async function show(parts: Parts, request: Incoming, met: Met): Promise<Outgoing> {
  // Before anything is read: what changes from now on may be missing in what the page reads (web.md#asked-before-it-is-there).
  const readAt = parts.now().toISOString()
  const token = tokenOf(parts, request)
  const person = token === undefined ? undefined : await personOf(parts, token)
  if (person !== undefined) {
    const organization = openOrganization(person, oneLine(request, 'x-organization-id'))
    const pendingApprovals = organization && (await parts.pendingApprovals(organization.id, organization.role))
    return json(met, {
      signedIn: true,
      ...shown(parts, person),
      organization: organization ?? null,
      pendingApprovals: pendingApprovals ?? 0,
      catalogVersion: parts.catalogVersion,
      readAt,
    })
  }
  const isSignUpOpen = parts.isSignUpOpen && parts.mail.isConfigured
  return json(met, { signedIn: false, setUpNeeded: await parts.asIdentity(isSetUpNeeded), isSignUpOpen })
}

/** The organization that a page shows: the one that it names, by id or slug, else the active one. */
function openOrganization({ organizations, activeOrganizationId }: SignedInPerson, named: string | undefined) {
  return organizations.find(({ id, slug }) =>
    named === undefined ? id === activeOrganizationId : id === named || slug === named,
  )
}

async function enter(parts: Parts, request: Incoming, met: Met): Promise<Outgoing> {
  const fields = await readFields(request, credentials)
  const recording = { ...parts, recordRecoveryCode: recoveryCodeRecorder(met.requestId) }
  const earlierToken = tokenOf(parts, request)
  const { token } = await signIn(recording, { ...fields, ...browserOf(request), earlierToken })
  return signedIn(parts, token, met)
}

async function leave(parts: Parts, request: Incoming, met: Met): Promise<Outgoing> {
  const token = tokenOf(parts, request)
  if (token !== undefined) await parts.asIdentity((db) => closeSession(db, token))
  const headers = { 'Set-Cookie': sessionCookie(parts.baseUrl()).clear, ...always(met) }
  return { status: 204, headers, body: null }
}

async function enterAgain(parts: Parts, request: Incoming, met: Met): Promise<Outgoing> {
  const fields = await readFields(request, again)
  const earlier = tokenOf(parts, request) ?? nobody()
  const elevated = await elevate(parts, { ...fields, ...browserOf(request), token: earlier })
  const cookie = sessionCookie(parts.baseUrl()).set(elevated.token)
  return json(met, { elevatedUntil: elevated.elevatedUntil.toISOString() }, cookie)
}

async function choose(parts: Parts, request: Incoming, met: Met): Promise<Outgoing> {
  const { organizationId } = await readFields(request, choice)
  const token = tokenOf(parts, request) ?? nobody()
  const { sessionId } = (await personOf(parts, token)) ?? nobody()
  if (!(await parts.asIdentity((db) => showOrganization(db, sessionId, organizationId))))
    throw new Refusal('not_found', 'You are not a member of this organization. Choose another one.')
  return json(met, { activeOrganizationId: organizationId })
}

async function showSetUp(parts: Parts, link: string, met: Met): Promise<Outgoing> {
  if (await parts.asIdentity((db) => isSetUpToken(db, link))) return json(met, { valid: true })
  throw linkEnded()
}

async function setUpWith(parts: Parts, link: string, request: Incoming, met: Met): Promise<Outgoing> {
  const pair = await readFields(request, newPair)
  if (!(await parts.asIdentity((db) => isSetUpToken(db, link)))) throw linkEnded()
  const { userId, organizationId } = await setUp(parts, pair, link)
  const { token } = await parts.asIdentity((db) =>
    openSession(db, { userId, organizationId, ...browserOf(request), now: parts.now() }),
  )
  return signedIn(parts, token, met)
}

async function signedIn(parts: Parts, token: string, met: Met): Promise<Outgoing> {
  const person = (await personOf(parts, token)) ?? nobody()
  return json(met, shown(parts, person), sessionCookie(parts.baseUrl()).set(token))
}

function shown({ isSignUpOpen }: Parts, person: SignedInPerson) {
  const { user, isOperator, organizations, activeOrganizationId, elevatedUntil, hasSecondFactor } = person
  return {
    user,
    organizations,
    activeOrganizationId,
    elevatedUntil: elevatedUntil?.toISOString() ?? null,
    hasSecondFactor,
    needsSecondFactor: !hasCompletedSecondFactor(person),
    mayCreateOrganization: isOperator || isSignUpOpen,
  }
}

function personOf({ asIdentity, now }: Parts, token: string): Promise<SignedInPerson | undefined> {
  return asIdentity((db) => personOfSession(db, hashOf(token), now()))
}

function tokenOf({ baseUrl }: Parts, request: Incoming): string | undefined {
  const value = sessionCookie(baseUrl()).read(request)
  return value !== undefined && isToken(value) ? value : undefined
}

/** The fields of a body; a refusal names every problem and its path in the body. */
async function readFields<S extends z.ZodObject>(request: Incoming, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(await readJson(request), inPlainWords)
  if (parsed.success) return parsed.data
  const problems = problemsOf(schema, parsed.error.issues, [])
  throw new Refusal('validation_failed', 'The fields are not valid: see the details.', problems)
}

function json(met: Met, body: object, cookie?: string): Outgoing {
  const headers = {
    'Content-Type': jsonType,
    ...always(met),
    ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
  }
  return { status: 200, headers, body: JSON.stringify(body) }
}

const always = ({ requestId }: Met) => ({ 'Cache-Control': 'no-store', 'X-Request-Id': requestId })

function nobody(): never {
  throw new Refusal('unauthenticated', 'Nobody is signed in here. Sign in first.')
}

const linkEnded = () => new Refusal('not_found', 'This set-up link is not valid, or no longer valid.')
