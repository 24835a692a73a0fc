import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import type { SiteAuditSearch } from '#web/areas/site-audit/audit/site-audit-search.ts'
import { MeasurePages } from '#web/areas/site-audit/speed/measure-pages.tsx'
import { MeasuredPages } from '#web/areas/site-audit/speed/measured-pages.tsx'
import { NoLab } from '#web/areas/site-audit/speed/no-lab.tsx'
import { PageHistory } from '#web/areas/site-audit/speed/page-history.tsx'
import { latestOf, type Sample } from '#web/areas/site-audit/speed/speed-words.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useOperation } from '#web/use-operation.ts'

/** How fast pages are: measured in a browser of the installation, and apart from that by visitors. */
export function Speed({ startUrl, mayMeasure }: { startUrl: string | null; mayMeasure: boolean }) {
  const asked = useSearch({ from: '/o/$orgSlug/audit' })
  const [isMeasuring, setMeasuring] = useState(false)
  const device = asked.device === undefined ? 'mobile' : 'desktop'
  const { data, error, refetch } = useOperation('getSitePerformance', { range: '90d', device })
  if (data === undefined)
    return error === null ? <Skeleton className="h-80" /> : <Problem error={error} onRetry={() => void refetch()} />
  const lab = data.samples.filter(({ source }) => source === 'lab')
  const field = data.samples.filter(({ source }) => source === 'field')
  const pages = latestOf(lab).map(({ url }) => url)
  const button = mayMeasure && data.installCommand === null && (
    <Button look={lab.length === 0 ? 'ink' : 'plain'} onClick={() => setMeasuring(true)}>
      Measure pages…
    </Button>
  )
  return (
    <>
      <Devices asked={asked} />
      <section aria-labelledby="speed-lab" className="pt-4">
        <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
          <h2 id="speed-lab" className="t-sub">
            Measured in the lab
          </h2>
          {lab.length > 0 && button}
        </div>
        {lab.length === 0 ? (
          <EmptyState title="Nothing was measured in the last 90 days" action={button}>
            {mayMeasure
              ? 'Lighthouse loads pages in a browser of this installation, as a phone or a computer would, and measures how soon they show and react.'
              : 'Lighthouse measures how soon pages show and react. An owner, admin or editor can start it.'}
            <NoLab command={data.installCommand} />
          </EmptyState>
        ) : (
          <>
            <NoLab command={data.installCommand} />
            <Lab samples={lab} asked={asked} />
          </>
        )}
      </section>
      <section aria-labelledby="speed-field" className="mt-8 border-t border-line pt-4">
        <h2 id="speed-field" className="t-sub">
          Measured by visitors
        </h2>
        {field.length === 0 ? (
          <p className="mt-1 max-w-[520px] text-muted">
            Nothing is known of real visitors here. What the lab measures tells how a page is built; how it is for
            people also depends on their phones and networks.
          </p>
        ) : (
          <MeasuredPages
            label="Measured by visitors"
            samples={latestOf(field)}
            figures={['lcp', 'cls', 'inp', 'ttfb']}
          />
        )}
      </section>
      {isMeasuring && (
        <MeasurePages
          device={device}
          urls={pages.length > 0 ? pages.slice(0, 20) : [startUrl].filter((url) => url !== null)}
          onClose={() => setMeasuring(false)}
        />
      )}
    </>
  )
}

function Lab({ samples, asked }: { samples: readonly Sample[]; asked: SiteAuditSearch }) {
  const { slug: orgSlug } = useOrganization()
  const latest = latestOf(samples)
  const shown = latest.find(({ url }) => url === asked.of)?.url ?? latest[0]?.url ?? ''
  return (
    <>
      <MeasuredPages
        label="Measured in the lab"
        samples={latest}
        figures={['score', 'lcp', 'cls', 'tbt']}
        shown={shown}
        linkOf={(url) => ({
          to: '/o/$orgSlug/audit',
          params: { orgSlug },
          search: { ...asked, of: url },
          resetScroll: false,
        })}
      />
      <PageHistory key={shown} samples={samples.filter(({ url }) => url === shown)} />
    </>
  )
}

function Devices({ asked: { device, ...rest } }: { asked: SiteAuditSearch }) {
  const { slug: orgSlug } = useOrganization()
  const link = (search: SiteAuditSearch) => ({ to: '/o/$orgSlug/audit' as const, params: { orgSlug }, search })
  return (
    <div className="flex">
      <ViewLinks
        views={[
          { label: 'Phone', isCurrent: device === undefined, link: link(rest) },
          { label: 'Computer', isCurrent: device !== undefined, link: link({ ...rest, device: 'desktop' }) },
        ]}
      />
    </div>
  )
}
