import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { type IssueKind, mendableOf, placesOf, sinceOf } from '#web/areas/site-audit/audit/kind-words.ts'
import { ruleWords, severityTones, severityWords } from '#web/areas/site-audit/audit/rule-words.ts'
import { useOrganization } from '#web/context.ts'
import { StatusMark } from '#web/parts/status.tsx'

type Props = { kinds: readonly IssueKind[]; open: string | undefined; isFirst: boolean; mayChange: boolean }

const tones = { bad: 'text-press-ink', ok: 'text-ok-ink', same: 'text-muted' }

/** What is wrong, by kind: how often, what differs from the audit before, and what can be mended. */
export function IssueKinds({ kinds, open, isFirst, mayChange }: Props) {
  const { slug: orgSlug } = useOrganization()
  return (
    <table className="w-full tabular-nums">
      <thead>
        <tr className="border-b border-edge text-left text-sm text-muted">
          <th scope="col" className="py-1.5 pl-4.5 font-normal">
            What is wrong
          </th>
          <th scope="col" className="py-1.5 pl-4 font-normal">
            Where
          </th>
          {!isFirst && (
            <th scope="col" className="py-1.5 pl-4 font-normal whitespace-nowrap max-sm:hidden">
              Since last time
            </th>
          )}
          <th scope="col" className="py-1.5 pl-4 text-right font-normal max-xl:hidden">
            Mend
          </th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => {
          const since = sinceOf(kind)
          return (
            <tr
              key={kind.ruleCode}
              className={clsx('relative border-b border-line', kind.ruleCode === open && 'bg-raised')}
            >
              <td className="py-1">
                <Link
                  to="/o/$orgSlug/audit"
                  params={{ orgSlug }}
                  search={{ rule: kind.ruleCode }}
                  resetScroll={false}
                  activeProps={{}}
                  aria-current={kind.ruleCode === open ? 'true' : undefined}
                  className="flex min-h-11 items-center gap-2.5 hover:underline md:min-h-7"
                >
                  <StatusMark tone={severityTones[kind.severity]} />
                  <span className="sr-only">{severityWords[kind.severity]}: </span>
                  <span className="min-w-0 wrap-anywhere">{ruleWords[kind.ruleCode]}</span>
                </Link>
              </td>
              <td className="py-1 pl-4 whitespace-nowrap">{placesOf(kind)}</td>
              {!isFirst && (
                <td className={clsx('py-1 pl-4 whitespace-nowrap max-sm:hidden', tones[since.tone])}>{since.words}</td>
              )}
              <td className="py-1 pl-4 text-right text-muted max-xl:hidden">{mayChange && mendableOf(kind)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
