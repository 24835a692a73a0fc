import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import { Section } from '#web/parts/section.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

/** The articles whose copies in a service failed or were changed there, each with its reason and the way to settle it. */
export function TroubledCopies({ integrationId }: { integrationId: string }) {
  const { slug: orgSlug } = useOrganization()
  const found = useOperation('getDashboard', {})
  const copies = (found.data?.attention ?? []).flatMap(({ kind, itemId, title, message, at, integrationId: of }) =>
    (kind === 'drift' || kind === 'push_failed') && of === integrationId && itemId !== undefined
      ? [{ isChanged: kind === 'drift', itemId, title, message, at }]
      : [],
  )
  return (
    <Section
      title="Copies that need a look"
      lead={copies.length === 0 ? 'Copies that fail or are changed there appear here.' : undefined}
      actions={
        <>
          <Link to="/o/$orgSlug/content" params={{ orgSlug }} search={{ copy: 'failed' }} className="underline">
            Failed copies
          </Link>
          <Link to="/o/$orgSlug/content" params={{ orgSlug }} search={{ copy: 'detached' }} className="underline">
            Copies that are gone
          </Link>
          <Link to="/o/$orgSlug/settings/deliveries" params={{ orgSlug }} className="underline">
            All deliveries
          </Link>
        </>
      }
      body={
        copies.length > 0 && (
          <ul>
            {copies.map(({ isChanged, itemId, title, message, at }) => (
              <li key={itemId} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line py-2">
                <Status tone={isChanged ? 'warn' : 'bad'}>{isChanged ? 'Changed there' : 'Failed'}</Status>
                <Link
                  to="/o/$orgSlug/content/$itemId"
                  params={{ orgSlug, itemId }}
                  className="min-w-0 font-serif underline wrap-anywhere"
                >
                  {title}
                </Link>
                <span className="min-w-0 flex-1 text-muted wrap-anywhere">{message}</span>
                <Time at={at} />
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}
