import type { IntegrationRow } from './integration-rows.ts'

/** Where a message goes, as a person recognises it: the service, and the channel or site there. */
export function placeOf({ display_name: service, target }: IntegrationRow, channelId?: string): string {
  const channel = channelId ?? (target === null ? '' : `${target.name} (${target.externalId})`)
  return channel === '' ? service : `${service}: ${channel}`
}
