import type { QueryClient } from '@tanstack/react-query'

import { takeEarlySession } from '#web/early.ts'
import { send } from '#web/transport.ts'

export type Person = { id: string; email: string; displayName: string | null }
export type Membership = {
  id: string
  slug: string
  name: string
  role: string
  plan: string
  /** Its agents are refused. */
  suspended: boolean
}
export type SignedIn = {
  signedIn: true
  user: Person
  organizations: Membership[]
  activeOrganizationId: string | null
  /** The organization of the page that asked, where it is one of theirs. */
  organization: { id: string } | null
  /** How many calls wait there that this person may decide. */
  pendingApprovals: number
  elevatedUntil: string | null
  mayCreateOrganization: boolean
  /** Whether signing in asks for a code. */
  hasSecondFactor: boolean
  /** The session has not given the code that its account asks for: it can neither give consent nor create keys. */
  needsSecondFactor: boolean
  /** When the server read it. */
  readAt: string
}
export type Session = SignedIn | { signedIn: false; setUpNeeded: boolean; isSignUpOpen: boolean }

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => readSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
}

/** The session, with what waits in an organization by its id: that of the page by its slug, unless one is named. */
export async function readSession(signal: AbortSignal, organization?: string): Promise<Session> {
  const early = organization === undefined ? takeEarlySession() : undefined
  const open = organization ?? /^\/o\/([^/]+)/.exec(location.pathname)?.[1]
  const headers = open === undefined ? {} : { 'x-organization-id': open }
  return (await send('GET', '/app/session', { headers, signal, early })) as Session
}

/** Whether a role reads the log and what agents of all people do. The server decides; this only spares a question. */
export function isAdmin(role: string): boolean {
  return role === 'owner' || role === 'admin'
}

/** Throws `second_factor_required` where the account asks for a code too. */
export async function signIn(credentials: { email: string; password: string; code?: string }): Promise<void> {
  await send('POST', '/app/session', { body: credentials })
}

export async function signOut(): Promise<void> {
  await send('DELETE', '/app/session')
}

/** By the password or by a code from the authenticator app. */
export async function elevate(given: { password?: string; code?: string }): Promise<void> {
  await send('POST', '/app/session/elevation', { body: given })
}

/** Whether the one-time set-up link still works; throws `not_found` when it does not. */
export async function checkSetUpLink(token: string): Promise<void> {
  await send('GET', setUpPath(token))
}

export type FirstOwner = { email: string; password: string; displayName?: string; organizationName: string }

export async function setUp(token: string, owner: FirstOwner): Promise<void> {
  await send('POST', setUpPath(token), { body: owner })
}

/** Reads the session again, after something changed it. */
export async function renewSession(queries: QueryClient): Promise<Session> {
  return queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

function setUpPath(token: string): string {
  return `/app/setup/${encodeURIComponent(token)}`
}
