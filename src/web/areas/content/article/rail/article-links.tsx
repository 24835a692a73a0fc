import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

import { focusField } from '#web/areas/content/article/field-places.ts'
import { linked } from '#web/areas/content/article/rail/linked-text.ts'
import type { RailProps } from '#web/areas/content/article/rail/rail-props.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Status, type Tone } from '#web/parts/status.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAttempt } from '#web/use-attempt.ts'
import { useOperation } from '#web/use-operation.ts'

/** Where the article links, what links to it, and phrases of it that could link to others. */
export function ArticleLinks({ found: { item }, writing, mayChange, focused }: RailProps & { focused: string | null }) {
  const { slug } = useOrganization()
  const read = useOperation('getItem', { id: item.id, include: ['links'] })
  const isRead = read.data !== undefined
  useEffect(() => {
    if (isRead && focused !== null) focusField(focused)
  }, [isRead, focused])
  const { outgoing = [], incoming = [] } = read.data?.links ?? {}
  if (read.error !== null) return <Problem error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <p role="status">Reading the links…</p>
  return (
    <div className="flex flex-col gap-5">
      <Part title="Links in the text" none="The text links nowhere yet." count={outgoing.length}>
        {outgoing.map(({ href, anchor, state }, at) => (
          <li key={at} className="border-b border-line py-2">
            <p className="wrap-anywhere">{anchor || href}</p>
            <p className="flex items-baseline justify-between gap-3 text-sm text-muted">
              <span className="mono min-w-0 truncate">{href}</span>
              <Status tone={states[state].tone}>{states[state].words}</Status>
            </p>
          </li>
        ))}
      </Part>
      <Part title="Articles that link here" none="No other article links here." count={incoming.length}>
        {incoming.map(({ itemId, title }) => (
          <li key={itemId} className="border-b border-line py-2">
            <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug: slug, itemId }} className="underline">
              {title}
            </Link>
          </li>
        ))}
      </Part>
      {mayChange && item.deletedAt === null && item.contentFormat === 'markdown' && (
        <Suggested itemId={item.id} writing={writing} />
      )}
    </div>
  )
}

const states: Record<'live' | 'draft' | 'redirect' | 'broken' | 'unknown' | 'external', { tone: Tone; words: string }> =
  {
    live: { tone: 'ok', words: 'live' },
    draft: { tone: 'neutral', words: 'not public yet' },
    redirect: { tone: 'info', words: 'redirect' },
    broken: { tone: 'bad', words: 'leads nowhere' },
    unknown: { tone: 'neutral', words: 'not known' },
    external: { tone: 'neutral', words: 'elsewhere' },
  }

function Suggested({ itemId, writing }: { itemId: string; writing: RailProps['writing'] }) {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const { attempt, error } = useAttempt()
  const found = useOperation('suggestInternalLinks', { id: itemId, limit: 8 })
  const text = writing.valueOf('content')
  const open = (found.data?.suggestions ?? []).filter(
    ({ anchor, offset }) => linked(text, { anchor, offset }, '') !== null,
  )

  async function insert(anchor: string, offset: number, targetItemId: string) {
    const target = await attempt(() => call('getItem', { id: targetItemId }, { organizationId, userId, read: true }))
    if (target === null) return
    const { url, title } = target.result.item
    const next = linked(text, { anchor, offset }, url)
    if (next === null) return toast('The text has changed meanwhile.')
    writing.write('content', next)
    toast(`Linked to “${title}”. It is not saved yet.`)
  }

  return (
    <Part
      field="internalLinkSuggestions"
      title="Could link to other articles"
      none={
        found.data
          ? 'No phrase of the text names another article.'
          : found.error
            ? 'They could not be read.'
            : 'Reading the phrases…'
      }
      count={open.length}
    >
      <DialogProblem error={error} />
      {open.map(({ anchor, offset, targetItemId }) => (
        <li key={`${offset} ${targetItemId}`} className="flex items-start gap-3 border-b border-line py-2">
          <span className="min-w-0 flex-1 wrap-anywhere">“{anchor}”</span>
          <Button size="small" onClick={() => void insert(anchor, offset, targetItemId)}>
            Link
          </Button>
        </li>
      ))}
    </Part>
  )
}

type PartProps = { title: string; none: string; count: number; field?: string; children: ReactNode }

/** `field`: the one that is mended here, for what leads to it. */
function Part({ title, none, count, field, children }: PartProps) {
  return (
    <section aria-label={title} data-field={field} tabIndex={field === undefined ? undefined : -1}>
      <h2 className="t-head mb-1">
        {title} {count > 0 && <span className="font-normal text-muted">{count}</span>}
      </h2>
      {count === 0 ? <p className="text-muted">{none}</p> : <ul>{children}</ul>}
    </section>
  )
}
