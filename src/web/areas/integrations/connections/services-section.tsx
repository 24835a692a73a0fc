import { Link } from '@tanstack/react-router'

import { type Listed, stateWords } from '#web/areas/integrations/integration-words.ts'
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
      actions={
        mayConnect &&
        available.map(({ provider, label }) => (
          <Link
            key={provider}
            to="/o/$orgSlug/settings/integrations/new/$provider"
            params={{ orgSlug: slug, provider }}
            className={buttonLook('plain')}
          >
            Connect {label}…
          </Link>
        ))
      }
      body={
        connected.length > 0 && (
          <ul>
            {connected.map((one) => (
              <ConnectedRow key={one.id} integration={one} isTarget={target === one.provider} slug={slug} />
            ))}
          </ul>
        )
      }
    />
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
