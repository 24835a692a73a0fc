import { Link } from '@tanstack/react-router'

import { type Available, type Listed, stateWords } from '#web/areas/integrations/integration-words.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { Section } from '#web/parts/section.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

type Props = {
  title: string
  lead: string
  kinds: readonly Listed['kind'][]
  list: OutputOf<'listIntegrations'>
  /** What stands beside the service that articles go to. */
  target?: string
}

/** The services of one purpose: those that are connected, and the way to connect another one. */
export function ServicesSection({ title, lead, kinds, list, target }: Props) {
  const { slug } = useOrganization()
  const mayConnect = useCatalogEntry('updateCmsFieldMapping')?.allowed ?? false
  const connected = list.items.filter((one) => kinds.includes(one.kind) && one.state !== 'disconnected')
  const available = list.availableProviders.filter((one) => kinds.includes(one.kind))
  return (
    <Section
      title={title}
      lead={lead}
      body={
        <ul>
          {connected.map((one) => (
            <ConnectedRow key={one.id} integration={one} isTarget={target === one.provider} slug={slug} />
          ))}
          {mayConnect && available.map((one) => <AvailableRow key={one.provider} service={one} slug={slug} />)}
        </ul>
      }
    />
  )
}

function AvailableRow({ service: { provider, label }, slug }: { service: Available; slug: string }) {
  return (
    <li className="flex min-h-9 items-center gap-x-4 border-t border-line py-1">
      <span className="min-w-0 flex-1 sm:w-44 sm:flex-none">{label}</span>
      <span className="flex-1 text-muted max-sm:hidden">
        <Status tone={stateWords.disconnected.tone}>{stateWords.disconnected.words}</Status>
      </span>
      <Link
        to="/o/$orgSlug/settings/integrations/new/$provider"
        params={{ orgSlug: slug, provider }}
        aria-label={`Connect ${label}…`}
        className={buttonLook('plain', 'small')}
      >
        Connect…
      </Link>
    </li>
  )
}

function ConnectedRow({ integration, isTarget, slug }: { integration: Listed; isTarget: boolean; slug: string }) {
  const { id, displayName, host, target, connectedAs, state, lastOkAt, lastError } = integration
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line py-2.5">
      <Link
        to="/o/$orgSlug/settings/integrations/$integration"
        params={{ orgSlug: slug, integration: id }}
        className="t-row underline-offset-2 hover:underline"
      >
        {displayName}
      </Link>
      <Status tone={stateWords[state].tone}>{stateWords[state].words}</Status>
      {isTarget && <span className="text-press-ink">Articles go there</span>}
      <span className="mono text-muted">{target?.name ?? host}</span>
      <span className="text-muted">
        {connectedAs !== null && `As ${connectedAs}. `}
        {lastError !== null && state !== 'connected' ? (
          lastError.message
        ) : lastOkAt === null ? null : (
          <>
            Answered <Time at={lastOkAt} />.
          </>
        )}
      </span>
    </li>
  )
}
