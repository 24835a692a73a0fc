import { z } from 'zod'

import { addressAt, faultOf, jsonOf, request } from '#connectors/request.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault, type FaultKind } from '#kernel/connector-fault.ts'
import type { Fetched } from '#kernel/http.ts'

import { accessToken, isRenewable, label } from './shopify-token.ts'

export { label } from './shopify-token.ts'

const version = '2026-10'

const answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .union([z.string(), z.array(z.object({ extensions: z.object({ code: z.string().optional() }).optional() }))])
    .optional(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
        })
        .optional(),
    })
    .optional(),
})

type Answer = z.output<typeof answer>

/** Errors arrive with status 200: what each code means here. */
const kinds: Readonly<Record<string, FaultKind>> = {
  THROTTLED: 'rateLimited',
  ACCESS_DENIED: 'forbidden',
  SHOP_INACTIVE: 'forbidden',
  INTERNAL_SERVER_ERROR: 'unavailable',
  TIMEOUT: 'unavailable',
}

/**
 * One document of the Admin GraphQL API (shopify.dev/docs/api/admin-graphql). Returns its data by the schema. A token of client
 * credentials that is refused is renewed once. Errors: every kind but `notFound` and `conflict`.
 */
export async function call<S extends z.ZodType>(
  connection: Connection,
  document: string,
  { variables = {}, data: schema }: { variables?: object; data: S },
): Promise<z.output<S>> {
  let fetched = await send(connection, { document, variables, renew: false })
  if (fetched.status === 401 && isRenewable(connection))
    fetched = await send(connection, { document, variables, renew: true })
  const { data: json } = answer.safeParse(jsonOf(fetched))
  if (fetched.status !== 200 || json === undefined) throw statusFault(fetched, json)
  if (json.errors !== undefined) throw faultIn(fetched, json)
  const { data, success } = schema.safeParse(json.data)
  if (success) return data
  throw new ConnectorFault('unavailable', `${label} answered with something other than what was requested.`, {
    reason: 'bad_answer',
  })
}

async function send(
  connection: Connection,
  { document, variables, renew }: { document: string; variables: object; renew: boolean },
): Promise<Fetched> {
  const token = await accessToken(connection, { renew })
  const { shop = '' } = connection.settings
  return request(connection, addressAt(connection, `https://${shop}/admin/api/${version}/graphql.json`), {
    method: 'POST',
    redirects: 0,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-shopify-access-token': token.reveal(),
    },
    body: JSON.stringify({ query: document, variables }),
  })
}

function statusFault(fetched: Fetched, json: Answer | undefined): ConnectorFault {
  const { status } = fetched
  // A shop that does not exist is no article that is gone.
  if (status === 404) return faultOf(label, fetched, { kind: 'invalid', reason: 'no_such_shop' })
  if (json === undefined && status !== 401 && status !== 403 && status !== 429)
    return faultOf(label, fetched, { kind: 'unavailable', reason: 'no_json' })
  // A shop that is frozen or locked.
  return faultOf(label, fetched, status === 402 || status === 423 ? { kind: 'unavailable' } : {})
}

function faultIn(fetched: Fetched, { errors, extensions }: Answer): ConnectorFault {
  const [first] = Array.isArray(errors) ? errors : []
  const code = first?.extensions?.code
  const kind = kinds[code ?? ''] ?? 'invalid'
  const cost = extensions?.cost
  if (kind !== 'rateLimited' || cost === undefined) return faultOf(label, fetched, { kind, reason: code })
  // The bucket fills at this rate until it holds what the document costs.
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  const missing = Math.max(restoreRate, cost.requestedQueryCost - currentlyAvailable)
  return faultOf(label, fetched, { kind, reason: code, retryAfterMs: Math.ceil((missing / restoreRate) * 1000) })
}

/** What a mutation says of its input, with status 200 and without `errors`. */
export const userErrors = z.array(
  z.object({ code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string().nullish() }),
)

/** Errors: `notFound`, `invalid`. */
export function refuseUserErrors(found: z.output<typeof userErrors>): void {
  const [first] = found
  if (first === undefined) return
  const kind: FaultKind = first.code === 'NOT_FOUND' && first.field?.includes('id') !== false ? 'notFound' : 'invalid'
  throw faultOf(
    label,
    { status: 200, headers: new Headers() },
    {
      kind,
      reason: first.code ?? 'user_error',
      field: first.field?.at(-1),
      said: first.message ?? undefined,
    },
  )
}

/** Gives the grant of a shop back: it has one of an app, so that this uninstalls the app there (shopify.dev, mutation appUninstall). */
export async function uninstall(connection: Connection): Promise<void> {
  const document = 'mutation Uninstall { appUninstall { userErrors { code field message } } }'
  const data = z.object({ appUninstall: z.object({ userErrors }) })
  const answer = await call(connection, document, { data }).catch((error: unknown) => {
    const isGone = error instanceof ConnectorFault && error.kind === 'auth'
    if (!isGone) throw error
  })
  refuseUserErrors(answer?.appUninstall.userErrors ?? [])
}
