import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import type { Envelope } from '#catalog/run/call.ts'
import { Refusal } from '#kernel/errors.ts'
import { canonicalJson } from '#std/json.ts'
import { isObject } from '#std/objects.ts'

import { metaOfResult } from './call-result.ts'
import { type Exchange } from './protocol.ts'

export type Approvals = {
  /** Why a repeated call is refused: its `requestState` was not issued for this very call. */
  objection(exchange: Exchange, operation: string, envelope: () => Promise<Envelope>): Promise<Refusal | undefined>
  /** The question to the person, where a call waits for an approval and the client can ask it; otherwise undefined. */
  ask(
    exchange: Exchange,
    call: { operation: string; envelope: () => Promise<Envelope>; refusal: Refusal },
  ): Promise<string | undefined>
}

export type ApprovalParts = {
  /** Signs the states; the same on every node. */
  key: Buffer
  /** Takes a state once, for as long as it is valid: whether it was free. */
  take(nonce: string, expiresAt: Date): Promise<boolean>
  now?: () => Date
}

/** `bound`: the call that it was issued for. `approvalId`: what its question is about. */
type State = { nonce: string; expiresAt: number; bound: string; approvalId: string }

const lifetime = 10 * 60_000
const question = 'approval'

/**
 * Human approval through the client (approvals.md#url-mode-only): the runner refused with an `approvalId`, the person decides on
 * the page of `approvalUrl`, and the client repeats the call with the state. The state decides nothing; the runner knows whether
 * the call was approved.
 */
export function createApprovals({ key, take, now = () => new Date() }: ApprovalParts): Approvals {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()

  function issue(bound: string, approvalId: string): string {
    const state: State = { nonce: randomUUID(), expiresAt: now().getTime() + lifetime, bound, approvalId }
    const text = Buffer.from(JSON.stringify(state)).toString('base64url')
    return `${text}.${sign(text).toString('base64url')}`
  }

  /** The state in a text that was signed here; undefined for any other text. */
  function open(given: unknown): State | undefined {
    if (typeof given !== 'string') return undefined
    const [text = '', signature = '', ...rest] = given.split('.')
    const [expected, actual] = [sign(text), Buffer.from(signature, 'base64url')]
    const isOurs = rest.length === 0 && actual.length === expected.length && timingSafeEqual(actual, expected)
    return isOurs ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as State) : undefined
  }

  // To accept is to open the page: asked again at once, a client would open it until it gives up (approvals.md#url-mode-only).
  function hasOpened({ message }: Exchange, approvalId: string): boolean {
    const { requestState } = message.params
    return responseIn(message)?.['action'] === 'accept' && open(requestState)?.approvalId === approvalId
  }

  return {
    async objection(exchange, operation, envelope) {
      const { requestState } = exchange.message.params
      if (requestState === undefined || exchange.era === 'legacy') return undefined
      const state = open(requestState)
      if (state === undefined) return invalidState('was not made here')
      if (state.expiresAt <= now().getTime()) return invalidState('is older than 10 minutes')
      const bound = await bindingOf(exchange, operation, envelope).catch(() => undefined)
      if (state.bound !== bound) return invalidState('belongs to another call')
      return (await take(state.nonce, new Date(state.expiresAt))) ? undefined : invalidState('was already used')
    },

    async ask(exchange, { operation, envelope, refusal }) {
      const place = approvalOf(refusal)
      if (place === undefined || !canOpenUrl(exchange) || hasOpened(exchange, place.approvalId)) return undefined
      return JSON.stringify({
        resultType: 'input_required',
        inputRequests: {
          [question]: {
            method: 'elicitation/create',
            params: { mode: 'url', message: messageTo(place), url: place.approvalUrl },
          },
        },
        requestState: issue(await bindingOf(exchange, operation, envelope), place.approvalId),
        _meta: metaOfResult(exchange),
      })
    },
  }
}

/**
 * Why a call that its person declined in the client is not run, even if somebody has approved it meanwhile
 * (approvals.md#url-mode-only). Undefined: nobody declined.
 */
export function declinedInClient({ era, message }: Exchange): Refusal | undefined {
  const response = responseIn(message)
  if (era === 'legacy' || response === undefined) return undefined
  const { action } = response
  if (action !== 'decline' && action !== 'cancel') return undefined
  const said = action === 'decline' ? 'declined this call' : 'closed the question'
  return new Refusal(
    'approval_declined',
    `The person ${said} in the client. Nothing was changed. If they want it after all, repeat the call without requestState and inputResponses.`,
  )
}

function responseIn({ params: { inputResponses } }: Exchange['message']): Record<string, unknown> | undefined {
  const response = isObject(inputResponses) ? inputResponses[question] : undefined
  return isObject(response) ? response : undefined
}

// Organization, principal, operation and input as sent: a state is valid for the one call that it was issued for.
async function bindingOf({ access }: Exchange, operation: string, envelope: () => Promise<Envelope>): Promise<string> {
  const { input } = await envelope()
  const call = [access.organization.id, access.principal, operation, input]
  return createHash('sha256').update(canonicalJson(call)).digest('base64url')
}

type Waiting = { approvalId: string; approvalUrl: string; wouldDo: unknown; isAgain: boolean }

function approvalOf({ code, details }: Refusal): Waiting | undefined {
  if (code !== 'confirmation_required' || !isObject(details)) return undefined
  const { approvalId, approvalUrl, wouldDo, changedSince } = details
  if (typeof approvalId !== 'string' || typeof approvalUrl !== 'string') return undefined
  return { approvalId, approvalUrl, wouldDo, isAgain: changedSince !== undefined }
}

// The refusal speaks to the agent; this is read by the person. Text of a tenant is on the page only.
function messageTo({ wouldDo, isAgain }: Waiting): string {
  const why = isAgain
    ? 'What was approved has changed since then: a call of this agent waits for a person again.'
    : 'A call of this agent waits for a person.'
  const what = typeof wouldDo === 'string' ? ` What it does: ${wouldDo}` : ''
  return `${why}${what} The page shows what would change: approve or decline it there, then let the agent go on.`
}

function canOpenUrl({ era, capabilities }: Exchange): boolean {
  const { elicitation } = capabilities
  return era === 'modern' && isObject(elicitation) && isObject(elicitation['url'])
}

function invalidState(why: string): Refusal {
  return new Refusal('malformed_request', `requestState ${why}. Repeat the call without it.`)
}
