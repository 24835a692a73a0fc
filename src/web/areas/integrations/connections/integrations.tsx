import { useSearch } from '@tanstack/react-router'

import { ServicesSection } from '#web/areas/integrations/connections/services-section.tsx'
import { WebsiteSection } from '#web/areas/integrations/your-website/website-section.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Why somebody came back from a service without a connection. */
const returned: Record<string, string> = {
  access_denied: 'You did not agree there, so nothing was connected.',
  state_invalid: 'That sign-in was too old, or was begun somewhere else. Begin again.',
  scope_missing: 'You did not agree to everything that is needed. Begin again, and leave every box ticked.',
  exchange_failed: 'The service did not confirm the sign-in. Nothing was connected; try again.',
}

/** Settings > Integrations: what the organization is connected to, by purpose. */
export function Integrations() {
  const state = useOperation('getConnectorState', {})
  const list = useOperation('listIntegrations', { pageSize: 100 })
  const { error } = useSearch({ strict: false })
  const failed = state.error !== null ? state : list.error !== null ? list : null
  return (
    <Page title="Integrations" lead="Who is notified of your articles, and where copies of them go.">
      {error !== undefined && <Notice tone="bad">{returned[error] ?? returned['exchange_failed']}</Notice>}
      {failed !== null && <Problem error={failed.error} onRetry={() => void failed.refetch()} />}
      {state.data === undefined || list.data === undefined ? (
        failed === null && <Skeleton className="h-96 w-full" />
      ) : (
        <>
          <WebsiteSection revalidation={state.data.revalidation} />
          <ServicesSection
            title="Copies of your articles"
            lead={
              state.data.contentMode === 'headless'
                ? 'Your websites read articles here. Connect a content management system or an endpoint of your own, and published articles can go there instead.'
                : 'Published articles go to the system below and follow every change here.'
            }
            kinds={['cms', 'webhook']}
            list={list.data}
            target={state.data.contentMode}
          />
          <ServicesSection
            title="Team chat"
            lead="Where your team and its agents write what happened."
            kinds={['chat']}
            list={list.data}
          />
          <ServicesSection
            title="Search engines"
            lead="Engines that take part in IndexNow are notified of addresses that changed, five minutes after the change."
            kinds={['indexnow']}
            list={list.data}
          />
          <ServicesSection
            title="Searches"
            lead="What people searched for before they came to your website."
            kinds={['search']}
            list={list.data}
          />
        </>
      )}
    </Page>
  )
}
