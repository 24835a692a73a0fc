import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { visibleJson } from '#std/visible-text.ts'
import { type Lead, readResult } from '#web/areas/jobs/jobs/read-result.ts'
import { useOrganization } from '#web/context.ts'
import { Fact } from '#web/parts/fact.tsx'
import { JsonTree } from '#web/parts/json-tree.tsx'

type Props = {
  result: Record<string, unknown>
  /** The result in words of its own; left out: facts and lists, as they are read from any result. */
  children?: ReactNode
}

/** What a job gave, in words; as programs get it behind a disclosure. */
export function JobResult({ result, children }: Props) {
  const { facts, lists } = children === undefined ? readResult(result) : { facts: [], lists: [] }
  const raw = visibleJson(result)
  return (
    <section aria-labelledby="job-result" className="mt-5">
      <h3 id="job-result" className="t-head border-b border-line pb-1.5">
        Result
      </h3>
      {children}
      {children === undefined && facts.length === 0 && lists.length === 0 && (
        <p className="mt-2 text-muted">It reported nothing.</p>
      )}
      {facts.length > 0 && (
        <dl className="mt-2 grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
          {facts.map(({ name, value, ...lead }) => (
            <Fact key={name} name={name}>
              <span className="wrap-anywhere">
                <Leading {...lead}>{value}</Leading>
              </span>
            </Fact>
          ))}
        </dl>
      )}
      {lists.map(({ name, total, entries }) => (
        <section key={name} aria-label={name} className="mt-4">
          <h4 className="flex justify-between gap-3 border-b border-line pb-1.5 font-medium">
            {name} <span className="font-normal text-muted">{total.toLocaleString('en')}</span>
          </h4>
          <ul>
            {entries.map(({ text, detail, ...lead }, at) => (
              <li key={at} className="border-b border-line py-1.5 wrap-anywhere">
                <Leading {...lead}>{text}</Leading>
                {detail && <span className="block text-sm text-muted">{detail}</span>}
              </li>
            ))}
          </ul>
          {total > entries.length && (
            <p className="mt-1.5 text-sm text-muted">and {(total - entries.length).toLocaleString('en')} more</p>
          )}
        </section>
      ))}
      <details className="mt-4">
        <summary className="w-fit py-1 text-muted hover:text-ink">As a program gets it</summary>
        <div className="mt-2">
          <JsonTree label="Whole result" value={raw} copied={raw} />
        </div>
      </details>
    </section>
  )
}

function Leading({ itemId, url, children }: Lead & { children: ReactNode }) {
  const { slug: orgSlug } = useOrganization()
  const look = 'underline underline-offset-3 hover:text-ink'
  if (itemId !== undefined)
    return (
      <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug, itemId }} className={look}>
        {children}
      </Link>
    )
  if (url?.startsWith(`${location.origin}/`) === true)
    return (
      <a href={url} className={look}>
        {children}
      </a>
    )
  return children
}
