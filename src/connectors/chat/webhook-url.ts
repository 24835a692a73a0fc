import { z } from 'zod'

import type { Connection } from '#kernel/connection.ts'
import { Refusal } from '#kernel/errors.ts'
import { url } from '#kernel/schema.ts'

/** The address of an incoming webhook: a secret as a whole. */
export const webhookUrl = (description: string) => url().meta({ title: 'Webhook address', description })

/** The stored address. Errors: `url_not_allowed` where it is on none of the service's hosts. */
export function addressOfHook({ secret, baseUrl }: Connection, hosts?: readonly string[]): string {
  const address = secret['webhookUrl']?.reveal() ?? ''
  const host = URL.parse(address)?.host ?? ''
  const allowed = [...(hosts ?? [host]), ...(baseUrl === undefined ? [] : [new URL(baseUrl).host])]
  if (allowed.includes(host)) return address
  throw new Refusal('url_not_allowed', `The webhook address must be on ${allowed.join(' or ')}.`, {
    field: 'webhookUrl',
  })
}

/** The host, which is all that may be shown of it. */
export const hostOfHook = (address: string): string => URL.parse(address)?.host ?? ''

/** A secret with nothing but the address. */
export const onlyWebhook = (description: string) => z.object({ webhookUrl: webhookUrl(description) })
