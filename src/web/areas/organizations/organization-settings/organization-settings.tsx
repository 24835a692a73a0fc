import { ExampleData } from '#web/areas/onboarding/examples/example-data.tsx'
import { ContentApiSettings } from '#web/areas/organizations/organization-settings/content-api-settings.tsx'
import { DangerZone } from '#web/areas/organizations/organization-settings/danger-zone.tsx'
import { NoticeSettings } from '#web/areas/organizations/organization-settings/notice-settings.tsx'
import { PlanFacts } from '#web/areas/organizations/organization-settings/plan-facts.tsx'
import { ProfileSettings } from '#web/areas/organizations/organization-settings/profile-settings.tsx'
import { ReportedViews } from '#web/areas/organizations/organization-settings/reported-views.tsx'
import { SettingsSection } from '#web/areas/organizations/organization-settings/settings-section.tsx'
import { useOrganization } from '#web/context.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** Settings > Organization: its name, what websites get, and deleting it. */
export function OrganizationSettings() {
  const { id, name } = useOrganization()
  const settings = useOperation('getOrganizationSettings', {})
  const changing = useCatalogEntry('updateOrganizationSettings')
  const mayChange = changing?.allowed ?? false
  return (
    <Page title="Organization" lead={`How ${name} presents itself, and what it tells whom.`}>
      {changing && !mayChange && (
        <div className="mb-6">
          <Notice tone="info">{changing.notAllowedBecause ?? 'Your role changes no settings.'}</Notice>
        </div>
      )}
      {settings.error && !settings.data && <Problem error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton className="h-[2200px] rounded-xl" />}
      {settings.data && (
        <div className="flex flex-col gap-8">
          <SettingsSection title="Profile" about="What people and agents see of the organization.">
            <ProfileSettings settings={settings.data} mayChange={mayChange} />
          </SettingsSection>
          <SettingsSection title="Content API" about="How websites read your content, without a key.">
            <ContentApiSettings organizationId={id} settings={settings.data} />
          </SettingsSection>
          <SettingsSection id="views" title="Views" about="How you learn who reads your articles.">
            <ReportedViews organizationId={id} settings={settings.data} mayChange={mayChange} />
          </SettingsSection>
          <SettingsSection id="notices" title="Notices" about="Who is notified at once of what happened.">
            <NoticeSettings settings={settings.data} mayChange={mayChange} />
          </SettingsSection>
          <SettingsSection title="Plan" about="Changed by the operator of this installation.">
            <PlanFacts />
          </SettingsSection>
          <ExampleData />
          <SettingsSection title="Danger zone" about="Steps that others cannot take back for you.">
            <DangerZone name={settings.data.name} />
          </SettingsSection>
        </div>
      )}
    </Page>
  )
}
