import { organizationOfState, signInCallbacks } from '#areas/integrations/index.ts'
import type { Admissions } from '#catalog/admit.ts'
import type { Runner } from '#catalog/run/run.ts'
import { type Incoming, type Outgoing, splitUrl } from '#faces/http.ts'
import type { RequestId } from '#kernel/ids.ts'

type Parts = { runner: Runner; admission: Admissions; baseUrl: () => string }
type Met = { requestId: RequestId; startedAt: Date; clientRequestId: undefined }

/**
 * `GET /app/connect/<provider>/callback?code&state`: where a service sends a person's browser back to. Always
 * leads on to a page of the organization where the sign-in was begun, which need not be the active one: that of the integration, or the
 * list with the reason. Undefined for every other path.
 */
export function createConnectCallback({ runner, admission, baseUrl }: Parts) {
  return async (
    request: Incoming,
    met: Met,
    place: string,
    cookie: string | undefined,
  ): Promise<Outgoing | undefined> => {
    const [provider = '', end] = place.split('/')
    const operation = signInCallbacks.get(provider)
    if (operation === undefined || end !== 'callback') return undefined
    const given = new URLSearchParams(splitUrl(request.url).query)
    const admitted = await admission.bySession(cookie, organizationOfState(given.get('state')))
    if (!admitted.ok) return leadTo('', '?error=state_invalid')
    const there = `/o/${admitted.access.organization.slug}`
    const input = Object.fromEntries(
      ['state', 'code', 'error'].flatMap((name) => {
        const value = given.get(name)
        return value === null ? [] : [[name, value] as const]
      }),
    )
    const envelope = async () => ({ input, confirm: true, dryRun: false, idempotencyKey: undefined })
    const { status, body } = await runner.run({ ...met, door: 'app', operation, access: admitted.access, envelope })
    const { result } = JSON.parse(body) as { result?: { integrationId: string | null; error: string | null } }
    if (status === 200 && result?.integrationId != null) return leadTo(there, `/${result.integrationId}`)
    const why = result?.error ?? (status === 400 || status === 422 ? 'state_invalid' : 'exchange_failed')
    return leadTo(there, `?error=${why}`)
  }

  // The address that is left holds a code: no page that follows learns of it.
  function leadTo(organization: string, rest: string): Outgoing {
    const headers = {
      Location: `${baseUrl()}${organization}/settings/integrations${rest}`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    }
    return { status: 303, headers, body: '' }
  }
}
