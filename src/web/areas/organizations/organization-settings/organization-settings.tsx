import type { ReactNode } from 'react'
import { ApprovalSettings } from '#web/areas/organizations/organization-settings/approval-settings.tsx'
import { ContentApiSettings } from '#web/areas/organizations/organization-settings/content-api-settings.tsx'
import { DangerZone } from '#web/areas/organizations/organization-settings/danger-zone.tsx'
import { NoticeSettings } from '#web/areas/organizations/organization-settings/notice-settings.tsx'
import { PlanFacts } from '#web/areas/organizations/organization-settings/plan-facts.tsx'
import { ProfileSettings } from '#web/areas/organizations/organization-settings/profile-settings.tsx'
import { PublishingSettings } from '#web/areas/organizations/organization-settings/publishing-settings.tsx'
import { ReportedViews } from '#web/areas/organizations/organization-settings/reported-views.tsx'
import { useOrganization } from '#web/context.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** Settings > Organization: its name, what websites get, what publishing demands, and deleting it. */
export function OrganizationSettings() {
  const { id, name } = useOrganization()
  const settings = useOperation('getOrganizationSettings', {})
  const changing = useCatalogEntry('updateOrganizationSettings')
  const mayChange = changing?.allowed ?? false
  return (
    <Page
      title="Organization"
      lead={`How ${name} presents itself, and the rules that hold for everybody in it.`}
      actions={<ViaApi name="getOrganizationSettings" input={{}} />}
    >
      {changing && !mayChange && (
        <div className="mb-6">
          <Notice tone="info">{changing.notAllowedBecause ?? 'Your role changes no settings.'}</Notice>
        </div>
      )}
      {settings.error && !settings.data && <Problem error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && <Skeleton className="h-[2200px] rounded-xl" />}
      {settings.data && (
        <div className="flex flex-col gap-10">
          <Section title="Profile" about="What people and agents see of the organization.">
            <ProfileSettings settings={settings.data} mayChange={mayChange} />
          </Section>
          <Section title="Content API" about="How websites read your content, without a key.">
            <ContentApiSettings organizationId={id} settings={settings.data} mayChange={mayChange} />
          </Section>
          <Section id="views" title="Views" about="How you learn who reads your articles.">
            <ReportedViews organizationId={id} settings={settings.data} mayChange={mayChange} />
          </Section>
          <Section title="Publishing" about="What must hold before something goes live, for people and agents alike.">
            <PublishingSettings settings={settings.data} mayChange={mayChange} />
          </Section>
          <Section id="notices" title="Notices" about="Who is told at once of what happened.">
            <NoticeSettings settings={settings.data} mayChange={mayChange} />
          </Section>
          <Section id="agents" title="Agents" about="Which of their calls wait until a person approves them.">
            <ApprovalSettings mayChange={mayChange} />
          </Section>
          <Section title="Plan" about="Changed by the operator of this installation.">
            <PlanFacts />
          </Section>
          <Section title="Danger zone" about="Steps that others cannot take back for you.">
            <DangerZone name={settings.data.name} />
          </Section>
        </div>
      )}
    </Page>
  )
}

type SectionProps = { id?: string; title: string; about: string; children: ReactNode }

function Section({ id, title, about, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="grid scroll-mt-18 gap-x-10 gap-y-4 lg:grid-cols-[240px_minmax(0,1fr)]"
    >
      <div>
        <h2 className="t-sub">{title}</h2>
        <p className="mt-1 text-muted">{about}</p>
      </div>
      <div className="max-w-xl">{children}</div>
    </section>
  )
}
