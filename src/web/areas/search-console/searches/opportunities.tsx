import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { pathOf } from '#web/areas/search-console/searches/search-words.ts'
import { useOrganization } from '#web/context.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAllowed } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Found = OutputOf<'listSearchOpportunities'>['items'][number]
type Kind = Found['rule']

const few = 5

/** Where more people could be reached, by kind, each with the way to do it. */
export function Opportunities() {
  return (
    <section aria-label="Opportunities" className="flex flex-col gap-6">
      <Kind kind="striking_distance" title="Almost on the first places" />
      <Kind kind="ctr_gap" title="Seldom clicked" />
      <Kind kind="decay" title="Fading" />
      <Kind kind="no_page" title="Asked for, not written" />
      <InTheWay />
    </section>
  )
}

function Kind({ kind, title }: { kind: Kind; title: string }) {
  const { data } = useOperation('listSearchOpportunities', { kind, pageSize: few })
  if (data === undefined || data.total === 0) return null
  return (
    <Group title={title} total={data.total}>
      {data.items.map((one) => (
        <Entry key={`${one.query} ${one.page}`} found={one} />
      ))}
    </Group>
  )
}

function Group({ title, total, children }: { title: string; total: number; children: ReactNode }) {
  return (
    <div>
      <h2 className="t-head flex justify-between gap-4 border-b border-line pb-2">
        {title} <span className="font-normal text-muted">{total.toLocaleString('en')}</span>
      </h2>
      <ul>{children}</ul>
    </div>
  )
}

function Entry({ found }: { found: Found }) {
  const { query, page, position, impressions, clicks, expectedClicks, rule } = found
  const about = rule === 'decay' ? pathOf(page ?? '') : `“${query}”`
  const where = position === null ? '' : `place ${position.toFixed(1)}, `
  return (
    <li className="flex items-baseline gap-3 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{about}</p>
        <p className="wrap-anywhere text-muted">
          {rule === 'decay'
            ? `${clicks.toLocaleString('en')} clicks, were ${expectedClicks.toLocaleString('en')}`
            : `${where}shown ${impressions.toLocaleString('en')} times. ${rule === 'ctr_gap' ? 'Usual there' : 'At place 3'}: about ${expectedClicks.toLocaleString('en')} clicks`}
          {page !== undefined && rule !== 'decay' && `, ${pathOf(page)}`}
        </p>
      </div>
      <Way found={found} about={about} />
    </li>
  )
}

const railOf = { striking_distance: 'links', ctr_gap: 'search' } as const

/** The way to answer it: a topic, or the article at the place that helps. */
function Way({ found: { rule, itemId, action }, about }: { found: Found; about: string }) {
  const { slug: orgSlug } = useOrganization()
  const plan = useAction('createBlogTopic')
  const planIt = async (input: InputOf<'createBlogTopic'>) => {
    if ((await plan.run(input)) !== null) toast(`${about} is among the topics now.`)
  }
  if (rule === 'no_page' && action !== null)
    return (
      <>
        <Button
          size="small"
          isBusy={plan.isPending}
          onClick={() => void planIt(action.input as InputOf<'createBlogTopic'>)}
        >
          Plan it<span className="sr-only">: {about}</span>
        </Button>
        {plan.error !== null && <DialogProblem error={plan.error} />}
      </>
    )
  if (itemId === undefined) return null
  return (
    <Link
      to="/o/$orgSlug/content/$itemId"
      params={{ orgSlug, itemId }}
      search={rule === 'striking_distance' || rule === 'ctr_gap' ? { rail: railOf[rule] } : {}}
      className={buttonLook('plain', 'small')}
    >
      {rule === 'decay' ? 'Refresh' : 'Open'}
      <span className="sr-only">: {about}</span>
    </Link>
  )
}

/** Queries that several pages compete for. */
function InTheWay() {
  const { slug: orgSlug } = useOrganization()
  const { isAllowed: mayMerge } = useAllowed('consolidateItems')
  const { data } = useOperation('listQueryCannibalization', { pageSize: few })
  if (data === undefined || data.total === 0) return null
  return (
    <Group title="In each other’s way" total={data.total}>
      {data.items.map(({ query, pages, flipCount, action }) => (
        <li key={query} className="flex items-baseline gap-3 border-b border-line py-2">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">“{query}”</p>
            <p className="text-muted">
              {pages.length} pages
              {flipCount > 0 && `, the first place changed hands on ${flipCount} ${flipCount === 1 ? 'day' : 'days'}`}
            </p>
          </div>
          {action !== null && mayMerge && (
            <Link
              to="/o/$orgSlug/content/merge"
              params={{ orgSlug }}
              search={mergeOf(action.input)}
              className={buttonLook('plain', 'small')}
            >
              Merge…<span className="sr-only"> the pages for {query}</span>
            </Link>
          )}
        </li>
      ))}
    </Group>
  )
}

function mergeOf({ winnerId, duplicateIds }: Record<string, unknown>) {
  const ids = [winnerId, ...(Array.isArray(duplicateIds) ? duplicateIds : [])].map(String)
  return { ids: ids.join('.'), suggested: String(winnerId) }
}
