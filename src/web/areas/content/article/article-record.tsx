import type { ReactNode } from 'react'
import type { OutputOf } from '#web/operations.ts'
import { Fact } from '#web/parts/fact.tsx'
import { StatusMark } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'

type Found = OutputOf<'getItem'>

/** What belongs to an article besides its texts: its place, what the checks found, who changed it when. */
export function ArticleRecord({
  found: { item, publishingWarnings: warnings = [], revisions = [] },
}: {
  found: Found
}) {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ') || 'None'
  return (
    <aside aria-label="About this article" className="flex flex-col gap-6">
      <Part title={warnings.length === 0 ? 'Checks: nothing to mend' : `Checks: ${warnings.length}`}>
        <ul className="flex flex-col gap-2">
          {warnings.map(({ code, severity, field, message }) => (
            <li key={`${code} ${field}`} className="flex items-baseline gap-2.5">
              <StatusMark tone={tones[severity]} />
              <span className="min-w-0 wrap-anywhere">{message}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Its place">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <Fact name="Address">
            <a href={item.url} target="_blank" rel="noreferrer" className="mono underline">
              {item.url}
            </a>
          </Fact>
          <Fact name="Collection">{item.collectionSlug}</Fact>
          <Fact name="Authors">{names(item.authors)}</Fact>
          <Fact name="Categories">{names(item.categories)}</Fact>
          <Fact name="Tags">{names(item.tags)}</Fact>
          <Fact name="Made">
            <Time at={item.createdAt} />
          </Fact>
          <Fact name="Id">
            <span className="mono">{item.id}</span>
          </Fact>
        </dl>
      </Part>
      <Part title="Latest changes">
        <ol className="flex flex-col gap-1">
          {revisions.slice(0, 12).map(({ n, authorType, createdAt }) => (
            <li key={n}>
              <Who isAgent={authorType === 'agent'}>{authors[authorType]}</Who>, <Time at={createdAt} />
            </li>
          ))}
        </ol>
      </Part>
    </aside>
  )
}

const tones = { error: 'bad', warning: 'warn', notice: 'neutral' } as const
const authors = { user: 'A person', agent: 'An agent', system: 'Masthead' }

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-3">
      <h2 className="t-head mb-2">{title}</h2>
      {children}
    </section>
  )
}
