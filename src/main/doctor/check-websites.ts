import { Refusal } from '#kernel/errors.ts'
import { configuredAddresses } from '#main/configured-webhooks.ts'
import type { Config } from '#platform/config/config.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { inOrder } from '#std/in-order.ts'

import { type Check, fine, warning } from './check.ts'

const name = 'websites'
const atOnce = 8
const timeoutMs = 5000

/**
 * Whether the websites in the settings of the installation can be reached, by the rules of every outbound request. Any answer
 * will do: only their headers are asked for. Addresses may contain secrets and are not shown.
 */
export async function checkWebsites({ webhooks, server }: Config): Promise<Check> {
  const named = configuredAddresses(webhooks)
  if (named.length === 0) return fine(name, 'The settings name no website to notify of changes.')

  const outbound = openOutbound({ opened: server.privateNetworks })
  const faults: string[] = []
  try {
    const answers = inOrder(named, atOnce, async ({ url, setting }) => {
      try {
        await outbound.fetch(url, { method: 'HEAD', redirects: 0, timeoutMs })
        return undefined
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return `${setting}: ${error.message}`
      }
    })
    for await (const fault of answers) if (fault !== undefined) faults.push(fault)
  } finally {
    await outbound.close()
  }
  if (faults.length === 0) return fine(name, `Websites from the settings that can be reached: ${named.length}.`)
  return warning(
    name,
    `Websites from the settings that cannot be reached: ${faults.join(' ')}`,
    'Check the address, and from this machine its name, certificate and route. ALLOW_PRIVATE_NETWORK opens private networks.',
  )
}

/** Which networks of its own the server may reach for others, where any are opened. */
export function checkNetworks({ server: { privateNetworks } }: Config): Check[] {
  if (privateNetworks.length === 0) return []
  return [
    fine(
      'networks',
      `Requests to the outside may also reach ${privateNetworks.join(', ')}, as ALLOW_PRIVATE_NETWORK says.`,
    ),
  ]
}
