import { isId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'
import type { Config } from '#platform/config/config.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** The webhook of an organization by the settings of the installation: its entry, else the single one (integrations.md#whose-settings-count). */
export function configuredWebhooks({ byOrganization, single }: Config['webhooks']): ConfiguredWebhooks {
  const entries = byOrganization.reveal()
  return (organizationId) => {
    const entry = entries.get(organizationId)
    if (entry !== undefined || single === null) return entry
    const isMeant = single.organizationId === null || single.organizationId === organizationId
    return isMeant ? single.webhook.reveal() : undefined
  }
}

/** The addresses in the settings of the installation, each with its place there. They may contain secrets. */
export function configuredAddresses({
  byOrganization,
  single,
}: Config['webhooks']): { url: string; setting: string }[] {
  const entries = Array.from(byOrganization.reveal().values(), ({ url }, at) => ({
    url,
    setting: `entry ${at + 1} of CONTENT_REVALIDATION_WEBHOOKS`,
  }))
  if (single === null) return entries
  return [...entries, { url: single.webhook.reveal().url, setting: 'CONTENT_REVALIDATION_WEBHOOK_URL' }]
}

/**
 * Warns at start of what may be a mistake: an organization that does not exist, and a single website that is notified of the
 * addresses of several organizations.
 */
export async function warnOfWebhooks({ webhooks }: Config, database: TenantDatabase, log: Log): Promise<void> {
  const { byOrganization, single } = webhooks
  const entries = [...byOrganization.reveal().keys()]
  const named = single?.organizationId ?? null
  if (entries.length === 0 && single === null) return
  const rows = await database.asSystem((db) =>
    db.selectFrom('auth.organizations').select('id').where('deleted_at', 'is', null).execute(),
  )
  const known = new Set<string>(rows.map(({ id }) => id))
  for (const [at, id] of entries.entries())
    if (!known.has(id))
      log.warn({ entry: at + 1, ...shown(id) }, 'CONTENT_REVALIDATION_WEBHOOKS names an unknown organization')
  if (named !== null && !known.has(named))
    log.warn(shown(named), 'CONTENT_REVALIDATION_ORGANIZATION_ID names an unknown organization')
  const meant = [...known].filter((id) => !entries.includes(id)).length
  if (single !== null && named === null && meant > 1)
    log.warn(
      { organizations: meant },
      'CONTENT_REVALIDATION_WEBHOOK_URL receives the addresses of several organizations: set CONTENT_REVALIDATION_ORGANIZATION_ID',
    )
}

// What does not look like an id may be anything, such as a secret in the wrong place.
function shown(id: string): { organizationId?: string } {
  return isId('organization', id) ? { organizationId: id } : {}
}
