import {
  addGrant,
  bindConsent,
  closeSession,
  consumePayload,
  grantableOrganizations,
  hasCompletedSecondFactor,
  hashOf,
  isToken,
  lastChoices,
  personOfSession,
  type SignedInPerson,
  unbindConsent,
} from '#areas/account/index.ts'
import { resourceOf } from '#catalog/challenge.ts'
import { type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import { sessionCookie } from '#faces/session-cookie.ts'
import type { Actor } from '#kernel/access.ts'
import type { OrganizationId, UserId } from '#kernel/ids.ts'
import { ceilingOf, type Scope, scopes } from '#kernel/scope.ts'

import { comesFromElsewhere, type ConsentForm, readConsentForm } from './consent-form.ts'
import { consentPage, forwardPage } from './consent-page.ts'
import { chooseOrganization, displayName, offerScopes, scopesIn } from './consent-view.ts'
import { recordEvent } from './grant-events.ts'
import { formToken, isFormToken } from './keys.ts'
import { lifetimes } from './lifetimes.ts'
import { cookieHeader } from './library-headers.ts'
import { errorPage, pathOf, sendPage } from './pages.ts'
import type { OAuthParts } from './parts.ts'
import type { Library } from './provider.ts'
import { redirectTarget } from './redirect-target.ts'

type Interaction = Awaited<ReturnType<Library['provider']['interactionDetails']>>
type Met = { library: Library; parts: OAuthParts; requestId: string; uid: string }
type Asked = Met & { request: Incoming; interaction: Interaction; exchange: ReturnType<Library['open']> }
type Seen = Asked & { person: SignedInPerson; client: NonNullable<Awaited<ReturnType<typeof clientOf>>> }

/**
 * Whether this person may answer for an organization: signed in, with the second factor where the account has one
 * (identity.md 2.3).
 */
function mayConsent(person: SignedInPerson | undefined): person is SignedInPerson {
  return person !== undefined && hasCompletedSecondFactor(person)
}

/** `GET` and `POST /oauth/consent/:uid` (identity.md 9.5). Every refusal is a page, and nothing was granted. */
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
  // The form brings its token along when another organization is chosen: it stays out of the address.
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

async function answer(seen: Seen): Promise<Outgoing> {
  const { parts, person, uid, library } = seen
  if (comesFromElsewhere(seen.request, parts.baseUrl())) return forged(seen)
  const form = await readConsentForm(seen.request)
  if ('fault' in form) return refuse(seen, form.status, 'This form cannot be used', form.fault)
  if (!isFormToken(form.csrf, formToken(library.keys, { sessionId: person.sessionId, uid }))) return forged(seen)
  if (form.decision === 'switch_account') return switchAccount(seen)

  const organizations = await parts.database.asIdentity((db) => grantableOrganizations(db, person.user.id))
  const chosen = organizations.find(({ id }) => id === form.organizationId)
  const isNamed = form.organizationId !== undefined
  if ((isNamed && chosen === undefined) || (!isNamed && form.decision !== 'deny'))
    return refuse(
      seen,
      403,
      'You are not a member of this organization',
      'Go back and choose one of yours. Nothing was granted.',
    )
  if (chosen !== undefined && chosen.obstacle !== null)
    return refuse(
      seen,
      403,
      'This organization cannot be given access to',
      'It, or your membership in it, is suspended. Nothing was granted.',
    )

  const granted = chosen === undefined ? [] : grantedBy(form, ceilingOf[chosen.role])
  if (!(await parts.database.asIdentity((db) => consumePayload(db, { model: 'Interaction', id: uid }))))
    return answered(seen)
  if (chosen === undefined || granted.length === 0) {
    await recordDenial(seen, chosen?.id ?? person.activeOrganizationId ?? undefined, form.decision)
    return finish(seen, { error: 'access_denied', error_description: 'The person did not grant access' })
  }
  return allow(seen, { organizationId: chosen.id, granted, decision: form.decision })
}

async function allow(
  seen: Seen,
  {
    organizationId,
    granted,
    decision,
  }: { organizationId: OrganizationId; granted: Scope[]; decision: ConsentForm['decision'] },
) {
  const { parts, interaction, person, client, library, requestId } = seen
  const { provider } = library
  const resource = resourceOf(parts.baseUrl())
  const grant = new provider.Grant({ accountId: person.user.id, clientId: client.clientId })
  // Every grant carries it, or `prompt=consent` with `offline_access` would ask again and again.
  grant.addOIDCScope('offline_access')
  grant.addResourceScope(resource, granted.join(' '))
  const rest = scopes.filter((scope) => !granted.includes(scope))
  if (rest.length > 0) grant.rejectResourceScope(resource, rest.join(' '))
  const libraryId = await grant.save()

  const given = {
    libraryId,
    clientId: client.clientId,
    clientName: client.name,
    redirectHost: redirectTarget(String(interaction.params['redirect_uri'])).host,
    scopes: granted,
    resource,
    seconds: lifetimes.grant,
  }
  const tenant = { organizationId, userId: person.user.id, credentialId: person.sessionId }
  await parts.database.forOrganization(tenant, 'write', async ({ db }) => {
    const grantId = await addGrant(db, given)
    await recordEvent(db, {
      operation: 'consent',
      actor: personActor(person),
      organizationId,
      requestId,
      input: { decision, clientId: client.clientId, clientName: client.name, scopes: granted },
      result: { grantId },
    })
  })

  // The library never grants more than the request names.
  const asked = String(interaction.params['scope'] ?? '').split(' ')
  interaction.params['scope'] = [...new Set([...asked, ...granted])].join(' ').trim()
  await interaction.persist()
  return finish(seen, { login: { accountId: person.user.id, remember: false }, consent: { grantId: libraryId } })
}

/** Gives the decision to the library, whose next page redirects to the client. */
async function finish(
  { library, parts, exchange, interaction }: Seen,
  result: Parameters<Library['provider']['interactionResult']>[2],
): Promise<Outgoing> {
  const next = await library.provider.interactionResult(exchange.request, exchange.response, result, {
    mergeWithLastSubmission: false,
  })
  if (redirectTarget(String(interaction.params['redirect_uri'])).source !== undefined) return see(next)
  // A form may not lead there under this page's policy; a page that goes on by itself is no form.
  return sendPage(parts.baseUrl(), { status: 200, title: 'Almost done', body: forwardPage(next), refresh: next })
}

async function recordDenial(
  seen: Seen,
  organizationId: OrganizationId | undefined,
  decision: ConsentForm['decision'],
): Promise<void> {
  const { parts, person, client, requestId } = seen
  if (organizationId === undefined) return
  const tenant = { organizationId, userId: person.user.id, credentialId: person.sessionId }
  await parts.database.forOrganization(tenant, 'write', ({ db }) =>
    recordEvent(db, {
      operation: 'consent',
      actor: personActor(person),
      organizationId,
      requestId,
      code: 'access_denied',
      input: { decision, clientId: client.clientId, clientName: client.name },
    }),
  )
}

async function switchAccount(seen: Seen): Promise<Outgoing> {
  const { parts, request, uid } = seen
  const cookie = sessionCookie(parts.baseUrl())
  const token = cookie.read(request)
  await parts.database.asIdentity(async (db) => {
    await unbindConsent(db, uid)
    if (token !== undefined) await closeSession(db, token)
  })
  return { ...toSignIn(seen), cookies: [cookie.clear] }
}

/** The same form again: a second press of the button goes where the first one went. */
async function answered(seen: Seen): Promise<Outgoing> {
  const { result, returnTo } = seen.interaction
  return result === undefined
    ? refuse(seen, 409, 'This request is being answered', 'You have answered it just now. Go back to the application.')
    : see(returnTo)
}

function grantedBy({ scopes: ticked, decision }: ConsentForm, ceiling: readonly Scope[]): Scope[] {
  const isOpen = (scope: Scope) => decision === 'allow' || (decision === 'allow_read_only' && scope.endsWith(':read'))
  return ceiling.filter((scope) => ticked.includes(scope) && isOpen(scope))
}

async function signedIn({ parts, request }: Asked): Promise<SignedInPerson | undefined> {
  const token = sessionCookie(parts.baseUrl()).read(request)
  if (token === undefined || !isToken(token)) return undefined
  return parts.database.asIdentity((db) => personOfSession(db, hashOf(token), new Date()))
}

async function clientOf({ library, interaction }: Asked) {
  const found = await library.provider.Client.find(String(interaction.params['client_id']))
  if (found === undefined) return undefined
  const isVerified = 'clientIdMetadataDocument' in found
  return {
    clientId: found.clientId,
    name: displayName(found.clientName),
    verifiedHost: isVerified ? new URL(found.clientId).host : undefined,
  }
}

function personActor({ user, sessionId }: SignedInPerson): Actor {
  return {
    kind: 'user',
    userId: user.id satisfies UserId,
    credentialType: 'session',
    credentialId: sessionId,
    clientName: null,
  }
}

function toSignIn(met: Met): Outgoing {
  const root = pathOf(met.parts.baseUrl())
  return see(`${root}/sign-in?returnTo=${encodeURIComponent(`${root}${address(met)}`)}`)
}

function see(location: string): Outgoing {
  return {
    status: 303,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
    body: null,
  }
}

const address = ({ uid }: Met) => `/oauth/consent/${uid}`

const opened = 'Another person opened this request in this browser. Start again in the application that sent you here.'
const unregistered = 'Its registration has expired. Connect it again from there.'

function expired(met: Met): Outgoing {
  const text =
    'It is answered already, too old, or was started in another browser. Start again in the application that sent you here.'
  return refuse(met, 400, 'This request has ended', text)
}

function forged(met: Met): Outgoing {
  return refuse(
    met,
    403,
    'This form cannot be used',
    'It does not come from this page in your session. Go back, reload the page and answer again.',
  )
}

function refuse({ parts }: Met, status: number, title: string, text: string): Outgoing {
  return errorPage(parts.baseUrl(), { status, title, text })
}

function orExpired(error: unknown): undefined {
  if (error instanceof Error && error.name === 'SessionNotFound') return undefined
  throw error
}
