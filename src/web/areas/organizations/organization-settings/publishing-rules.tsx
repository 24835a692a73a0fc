import { ApprovalSettings } from '#web/areas/organizations/organization-settings/approval-settings.tsx'
import { PublicDrafts } from '#web/areas/organizations/organization-settings/public-drafts.tsx'
import { PublishingSettings } from '#web/areas/organizations/organization-settings/publishing-settings.tsx'
import { PublishingTime } from '#web/areas/organizations/organization-settings/publishing-time.tsx'
import { SettingsSection } from '#web/areas/organizations/organization-settings/settings-section.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** Settings > Publishing: what must hold before something is public, when slots are, which calls of agents wait for a person. */
export function PublishingRules() {
  const settings = useOperation('getOrganizationSettings', {})
  const changing = useCatalogEntry('updateOrganizationSettings')
  const mayChange = changing?.allowed ?? false
  return (
    <Page title="Publishing" lead="What must hold before something goes live, for people and agents alike.">
      {changing && !mayChange && (
        <div className="mb-6">
          <Notice tone="info">{changing.notAllowedBecause ?? 'Your role changes no settings.'}</Notice>
        </div>
      )}
      {settings.error && !settings.data && <Problem error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton className="h-[1260px] rounded-xl" />}
      {settings.data && (
        <div className="flex flex-col gap-8">
          <SettingsSection title="Rules" about="Switching one off makes a guard weaker: only a person can.">
            <PublishingSettings settings={settings.data} mayChange={mayChange} />
          </SettingsSection>
          <SettingsSection
            id="time"
            title="Publishing time"
            about="The next free slot is the next day at this time on which nothing goes live yet."
          >
            <PublishingTime settings={settings.data} mayChange={mayChange} />
          </SettingsSection>
          <SettingsSection id="agents" title="Agents" about="Which of their calls wait until a person approves them.">
            <ApprovalSettings mayChange={mayChange} />
          </SettingsSection>
          <SettingsSection title="Public drafts" about="Whether your website can read what is not live yet.">
            <PublicDrafts settings={settings.data} mayChange={mayChange} />
          </SettingsSection>
        </div>
      )}
    </Page>
  )
}
