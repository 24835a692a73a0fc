import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { SecretOnce } from '#web/areas/integrations/your-website/secret-once.tsx'
import { TestMessage } from '#web/areas/integrations/your-website/test-message.tsx'
import { WebsiteAddress, type WebsiteState } from '#web/areas/integrations/your-website/website-address.tsx'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Fact } from '#web/parts/fact.tsx'
import { Section } from '#web/parts/section.tsx'
import { Status, type Tone } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

type Props = { revalidation: OutputOf<'getConnectorState'>['revalidation'] }

/** Who is notified when published content changes. */
export function WebsiteSection({ revalidation }: Props) {
  const { slug } = useOrganization()
  const mayChange = useCatalogEntry('updateIntegrationSettings')?.allowed ?? false
  const [secret, setSecret] = useState<string | null>(null)
  const found = stateOf(revalidation)
  return (
    <Section
      title="Your website"
      lead="A signed message tells it at once which pages to read again."
      state={<Status tone={states[found].tone}>{states[found].words}</Status>}
      body={
        <div className="flex flex-col gap-5">
          {revalidation.host !== null && (
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              <Fact name="Told">
                <span className="mono">{revalidation.host}</span>
              </Fact>
              <Fact name="Last answer">
                {revalidation.lastDelivery === null ? (
                  'None yet'
                ) : (
                  <>
                    {revalidation.lastDelivery.httpStatus ?? 'No answer'}, <Time at={revalidation.lastDelivery.at} />.{' '}
                    <Link to="/o/$orgSlug/settings/deliveries" params={{ orgSlug: slug }} className="underline">
                      All deliveries
                    </Link>
                  </>
                )}
              </Fact>
            </dl>
          )}
          {mayChange && <WebsiteAddress isKnown={revalidation.host !== null} state={found} onSecret={setSecret} />}
          {mayChange && revalidation.host !== null && <TestMessage />}
        </div>
      }
    >
      {secret !== null && <SecretOnce secret={secret} onStored={() => setSecret(null)} />}
    </Section>
  )
}

const states: Record<WebsiteState, { tone: Tone; words: string }> = {
  disconnected: { tone: 'neutral', words: 'Not connected' },
  pending: { tone: 'warn', words: 'Needs a secret' },
  connected: { tone: 'ok', words: 'Connected' },
  degraded: { tone: 'bad', words: 'Does not answer' },
}

function stateOf(website: Props['revalidation']): WebsiteState {
  if (website.host === null) return 'disconnected'
  if (!website.configured) return 'pending'
  return website.lastDelivery?.state === 'exhausted' ? 'degraded' : 'connected'
}
