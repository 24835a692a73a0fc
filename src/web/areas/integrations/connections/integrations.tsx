import { ServicesSection } from '#web/areas/integrations/connections/services-section.tsx'
import { WebsiteSection } from '#web/areas/integrations/your-website/website-section.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Settings > Integrations: what the organization is connected to, by purpose. */
export function Integrations() {
  const state = useOperation('getConnectorState', {})
  const list = useOperation('listIntegrations', { pageSize: 100 })
  const failed = state.error !== null ? state : list.error !== null ? list : null
  return (
    <Page
      title="Integrations"
      lead="Who is told of your articles, and where copies of them go."
      actions={<ViaApi name="listIntegrations" input={{}} />}
    >
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
            lead="Engines that take part in IndexNow are told which addresses changed."
            kinds={['indexnow']}
            list={list.data}
          />
        </>
      )}
    </Page>
  )
}
