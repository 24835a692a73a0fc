import { personOfSession, type SignedInPerson } from '#areas/account/index.ts'
import type { Incoming, Outgoing } from '#faces/http.ts'
import { sessionCookie } from '#faces/session-cookie.ts'
import { hashOf, isToken } from '#kernel/tokens.ts'

import { displayName } from './consent-view.ts'
import { errorPage, pathOf } from './pages.ts'
import type { OAuthParts } from './parts.ts'
import type { Library } from './provider.ts'

type Interaction = Awaited<ReturnType<Library['provider']['interactionDetails']>>
export type Met = { library: Library; parts: OAuthParts; requestId: string; uid: string }
/** An existing request for consent, in the browser that began it. */
export type Asked = Met & { request: Incoming; interaction: Interaction; exchange: ReturnType<Library['open']> }
/** The same, with the person who sees it and the client that asks. */
export type Seen = Asked & { person: SignedInPerson; client: NonNullable<Awaited<ReturnType<typeof clientOf>>> }

/** Who is signed in on this browser. */
export async function signedIn({ parts, request }: Asked): Promise<SignedInPerson | undefined> {
  const token = sessionCookie(parts.baseUrl()).read(request)
  if (token === undefined || !isToken(token)) return undefined
  return parts.database.asIdentity((db) => personOfSession(db, hashOf(token), new Date()))
}

/** The client that asks, or undefined when it is no longer registered. */
export async function clientOf({ library, interaction }: Asked) {
  const found = await library.provider.Client.find(String(interaction.params['client_id']))
  if (found === undefined) return undefined
  const isVerified = 'clientIdMetadataDocument' in found
  return {
    clientId: found.clientId,
    name: displayName(found.clientName),
    verifiedHost: isVerified ? new URL(found.clientId).host : undefined,
  }
}

/** The page of a request for consent. */
export const address = ({ uid }: Met) => `/oauth/consent/${uid}`

/** To the sign-in page of the web application, and back. */
export function toSignIn(met: Met): Outgoing {
  const root = pathOf(met.parts.baseUrl())
  return see(`${root}/sign-in?returnTo=${encodeURIComponent(`${root}${address(met)}`)}`)
}

/** A redirect after which the browser asks by GET. */
export function see(location: string): Outgoing {
  return {
    status: 303,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
    body: null,
  }
}

/** The page of a request that can no longer be answered. */
export function expired(met: Met): Outgoing {
  const text =
    'It has already been answered, is too old, or was started in another browser. Start again in the application that sent you here.'
  return refuse(met, 400, 'This request has ended', text)
}

/** The page for a form that does not come from this page in this session. */
export function forged(met: Met): Outgoing {
  return refuse(
    met,
    403,
    'This form cannot be used',
    'It does not come from this page in your session. Go back, reload the page and answer again.',
  )
}

/** A page of refusal: nothing was granted. */
export function refuse({ parts }: Met, status: number, title: string, text: string): Outgoing {
  return errorPage(parts.baseUrl(), { status, title, text })
}
