import { closeSession, type SignedInPerson } from '#areas/account/index.ts'
import { addGrant, consumePayload, grantableOrganizations, unbindConsent } from '#areas/oauth/index.ts'
import { resourceOf } from '#catalog/challenge.ts'
import type { Outgoing } from '#faces/http.ts'
import { sessionCookie } from '#faces/session-cookie.ts'
import type { Actor } from '#kernel/access.ts'
import type { OrganizationId, UserId } from '#kernel/ids.ts'
import { ceilingOf, type Scope, scopes } from '#kernel/scope.ts'

import { comesFromElsewhere, type ConsentForm, readConsentForm } from './consent-form.ts'
import { forwardPage } from './consent-page.ts'
import { forged, refuse, see, type Seen, toSignIn } from './consent-request.ts'
import { recordEvent } from './grant-events.ts'
import { formToken, isFormToken } from './keys.ts'
import { lifetimes } from './lifetimes.ts'
import { sendPage } from './pages.ts'
import type { Library } from './provider.ts'
import { redirectTarget } from './redirect-target.ts'

/**
 * What a person decided on the consent page: the form is never trusted beyond what the role allows
 * (oauth.md#consent-is-always-shown).
 */
export async function answer(seen: Seen): Promise<Outgoing> {
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

/** Passes the decision to the library, whose next page redirects to the client. */
async function finish(
  { library, parts, exchange, interaction }: Seen,
  result: Parameters<Library['provider']['interactionResult']>[2],
): Promise<Outgoing> {
  const next = await library.provider.interactionResult(exchange.request, exchange.response, result, {
    mergeWithLastSubmission: false,
  })
  if (redirectTarget(String(interaction.params['redirect_uri'])).source !== undefined) return see(next)
  // A form may not lead there under this page's policy; a page that goes on by itself is not a form.
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
    ? refuse(seen, 409, 'This request is being answered', 'You have just answered it. Go back to the application.')
    : see(returnTo)
}

function grantedBy({ scopes: ticked, decision }: ConsentForm, ceiling: readonly Scope[]): Scope[] {
  const isOpen = (scope: Scope) => decision === 'allow' || (decision === 'allow_read_only' && scope.endsWith(':read'))
  return ceiling.filter((scope) => ticked.includes(scope) && isOpen(scope))
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
