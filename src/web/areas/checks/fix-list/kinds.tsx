import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import type { FixListSearch, Kind } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { kindWords } from '#web/areas/checks/fix-list/kind-words.ts'
import { useOrganization } from '#web/context.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { StatusMark } from '#web/parts/status.tsx'

const groups = [
  ['error', 'Errors', 'bad'],
  ['warning', 'Warnings', 'warn'],
  ['notice', 'Notices', 'neutral'],
] as const

/** The kinds of faults by how much they weigh, each with how many there are. */
export function Kinds({ kinds, asked }: { kinds: readonly Kind[]; asked: FixListSearch }) {
  const { slug: orgSlug } = useOrganization()
  if (kinds.length === 0)
    return (
      <EmptyState title="Nothing to fix">
        {asked.live ? 'The checks find nothing in what is live.' : 'The checks find nothing in any article.'}
      </EmptyState>
    )
  return (
    <nav aria-label="Kinds">
      {groups.map(([severity, title, tone]) => {
        const some = kinds.filter((kind) => kind.severity === severity)
        return (
          some.length > 0 && (
            <section key={severity} className="mb-6">
              <h2 className="t-head mb-1">{title}</h2>
              <ul>
                {some.map((kind) => (
                  <li key={kind.code} className={clsx('border-t border-line', kind.code === asked.kind && 'bg-raised')}>
                    <Link
                      to="/o/$orgSlug/content/fix-list"
                      params={{ orgSlug }}
                      search={{ ...(asked.live ? { live: true } : {}), kind: kind.code }}
                      resetScroll={false}
                      aria-current={kind.code === asked.kind ? 'true' : undefined}
                      activeProps={{}}
                      className="flex min-h-9 items-baseline gap-2.5 px-1 py-2 hover:underline max-md:min-h-11"
                    >
                      <StatusMark tone={tone} />
                      <span className="min-w-0 flex-1 wrap-anywhere">{kindWords(kind)}</span>
                      <span className="text-muted tabular-nums">{liveWords(kind)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
    </nav>
  )
}

/** How many of them are live; nothing is said where none is. */
function liveWords({ live, count }: Kind): string {
  if (live === 0) return ''
  return live === count ? 'live' : `${live.toLocaleString('en')} live`
}
