import { hasCompletedSecondFactor, type SignedInPerson } from '#areas/account/index.ts'
import { bindConsent, grantableOrganizations, lastChoices } from '#areas/oauth/index.ts'
import { type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'

import { answer } from './consent-answer.ts'
import { consentPage } from './consent-page.ts'
import {
  address,
  type Asked,
  clientOf,
  expired,
  type Met,
  refuse,
  see,
  type Seen,
  signedIn,
  toSignIn,
} from './consent-request.ts'
import { chooseOrganization, offerScopes, scopesIn } from './consent-view.ts'
import { formToken } from './keys.ts'
import { cookieHeader } from './library-headers.ts'
import { pathOf, sendPage } from './pages.ts'
import { redirectTarget } from './redirect-target.ts'

/**
 * Whether this person may answer for an organization: signed in, with the second factor where the account has one
 * (account.md#second-factor-before-access).
 */
function mayConsent(person: SignedInPerson | undefined): person is SignedInPerson {
  return person !== undefined && hasCompletedSecondFactor(person)
}

/** `GET` and `POST /oauth/consent/:uid`. Every refusal is a page, and grants nothing. */
export async function consent(request: Incoming, met: Met): Promise<Outgoing> {
  const exchange = met.library.open({
    method: 'GET',
    url: request.url,
    headers: { cookie: cookieHeader(request) },
    address: request.address,
  })
  const interaction = await met.library.provider
    .interactionDetails(exchange.request, exchange.response)
    .catch(orExpired)
  if (interaction === undefined || interaction.uid !== met.uid) return expired(met)
  const asked: Asked = { ...met, request, interaction, exchange }

  const person = await signedIn(asked)
  if (!mayConsent(person)) return toSignIn(asked)
  const bound = await met.parts.database.asIdentity((db) => bindConsent(db, met.uid, person.user.id))
  if (bound !== person.user.id) return refuse(met, 403, 'Somebody else opened this request', opened)
  const client = await clientOf(asked)
  if (client === undefined) return refuse(met, 400, 'This application is not known here', unregistered)

  const seen: Seen = { ...asked, person, client }
  return request.method === 'POST' ? answer(seen) : show(seen)
}

async function show(seen: Seen): Promise<Outgoing> {
  const { parts, interaction, person, client, uid } = seen
  const { query } = splitUrl(seen.request.url)
  // When another organization is chosen, the form would send its token along: it stays out of the address.
  if (query.has('csrf'))
    return see(`${address(seen)}?organization_id=${encodeURIComponent(query.get('organization_id') ?? '')}`)

  const { organizations: found, last } = await parts.database.asIdentity(async (db) => ({
    organizations: await grantableOrganizations(db, person.user.id),
    last: await lastChoices(db, { userId: person.user.id, clientId: client.clientId }),
  }))
  const organizations = chooseOrganization(found, [
    query.get('organization_id'),
    last[0]?.organizationId,
    person.activeOrganizationId,
  ])
  const chosen = organizations.find(({ isChosen }) => isChosen)
  const target = redirectTarget(String(interaction.params['redirect_uri']))
  const body = consentPage({
    client: { name: client.name, verifiedHost: client.verifiedHost },
    target,
    person: { name: person.user.displayName, email: person.user.email },
    organizations,
    offered: offerScopes(scopesIn(interaction.params['scope']), {
      role: chosen?.role,
      last: last.find(({ organizationId }) => organizationId === chosen?.id),
      reference: parts.reference,
    }),
    csrf: formToken(seen.library.keys, { sessionId: person.sessionId, uid }),
    action: `${pathOf(parts.baseUrl())}${address(seen)}`,
  })
  const formAction = target.source === undefined ? [] : [target.source]
  return sendPage(parts.baseUrl(), { status: 200, title: `${client.name} wants access`, body, formAction })
}

const opened = 'Another person opened this request in this browser. Start again in the application that sent you here.'
const unregistered = 'Its registration has expired. Connect it again from there.'

function orExpired(error: unknown): undefined {
  if (error instanceof Error && error.name === 'SessionNotFound') return undefined
  throw error
}
