import type { Incoming } from '#faces/http.ts'
import { type Scope, scopes } from '#kernel/scope.ts'

import { readText } from './messages.ts'

/** What a person sent with the consent page. */
export type ConsentForm = {
  csrf: string
  organizationId: string | undefined
  scopes: Scope[]
  decision: (typeof decisions)[number]
}

const decisions = ['deny', 'allow_read_only', 'allow', 'switch_account'] as const
const fields = new Set(['csrf', 'organization_id', 'scope', 'decision'])
const longest = 16 * 1024

/** Reads the form of the consent page; anything that the page does not send is a fault. */
export async function readConsentForm(request: Incoming): Promise<ConsentForm | { status: number; fault: string }> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') return { status: 415, fault: 'It was not sent as a form.' }
  const body = await readText(request, longest)
  if (body === 'too large') return { status: 413, fault: 'It is too long.' }
  const form = new URLSearchParams(body)

  const [odd] = [...form.keys()].filter((name) => !fields.has(name))
  if (odd !== undefined) return forged
  const [csrf, ...moreCsrf] = form.getAll('csrf')
  const [organizationId, ...moreOrganizations] = form.getAll('organization_id')
  const [decided, ...moreDecisions] = form.getAll('decision')
  if (moreCsrf.length + moreOrganizations.length + moreDecisions.length > 0) return forged
  const decision = decisions.find((known) => known === decided)
  const ticked = form.getAll('scope')
  const known = scopes.filter((scope) => ticked.includes(scope))
  if (decision === undefined || known.length !== ticked.length) return forged
  return { csrf: csrf ?? '', organizationId, scopes: known, decision }
}

/**
 * Whether a browser says that the form was on another site (oauth.md#forms-come-from-our-page). A browser too old for
 * `Sec-Fetch-Site` sends `Origin: null` from a page that keeps its address to itself, and is refused.
 */
export function comesFromElsewhere({ headers }: Incoming, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return headers.origin !== undefined && headers.origin !== new URL(baseUrl).origin
}

const forged = { status: 400, fault: 'It has fields or values that this page does not offer. Nothing was granted.' }
