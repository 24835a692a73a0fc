import { useMemo } from 'react'

import { convertHtml, type Converted } from '#web/areas/content/article/convert/html-to-markdown.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import type { DiffLine } from '#web/parts/diff-sections.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { SectionsDiff } from '#web/parts/text-diff.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

type Item = OutputOf<'getItem'>['item']
type Props = { item: Item; onClose(): void }

/** What the body of an article would be as Markdown, block by block beside its HTML; then the button that makes it so. */
export default function ConvertSheet({ item, onClose }: Props) {
  // What readers see is converted: markup that the sanitiser takes away is not part of it.
  const read = useOperation('getItem', { id: item.id, bodyFormat: 'html' })
  const html = read.data?.item.contentHtml
  const converted = useMemo(() => (html === undefined ? null : convertHtml(html)), [html])
  if (converted !== null && read.data?.item.version === item.version)
    return <Shown item={item} converted={converted} onClose={onClose} />
  return (
    <Sheet title="Convert to Markdown" onClose={onClose}>
      {read.error === null ? (
        <p className="text-muted">The body is read.</p>
      ) : (
        <Problem error={read.error} onRetry={() => void read.refetch()} />
      )}
    </Sheet>
  )
}

function Shown({ item, converted: { markdown, blocks }, onClose }: Props & { converted: Converted }) {
  const update = useAction('updateItem')
  const change = { contentFormat: 'markdown', content: markdown, note: 'Converted from HTML to Markdown' } as const
  const input = { id: item.id, ifVersion: item.version, ...change }
  const effects = useRehearsal(update, input)
  const isLive = item.status === 'published'
  const kept = blocks.filter(({ isKept }) => isKept).length

  async function press() {
    if ((await update.run(input, { confirm: true })) === null) return
    onClose()
    toast('The body is Markdown now.')
  }

  return (
    <Sheet
      title="Convert to Markdown"
      lead={item.title}
      onClose={onClose}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look={isLive ? 'press' : 'ink'}
            disabled={effects === null}
            isBusy={effects !== null && update.isPending}
            onClick={() => void press()}
          >
            Convert to Markdown
          </Button>
        </>
      }
    >
      <ul className="mb-4 list-disc pl-5">
        <li>
          {counted(blocks.length - kept)} written as Markdown and can be edited as text; readers see what they see now.
        </li>
        {kept > 0 && (
          <li>{counted(kept)} kept as HTML within it, since Markdown cannot say all of it. Nothing is dropped.</li>
        )}
        {isLive && <li>The article is live: its words stay the same, and websites that copy it are notified.</li>}
        <li>History keeps the HTML and restores it.</li>
      </ul>
      <SectionsDiff sections={[{ field: 'content', hunks: [], lines: blocks.flatMap(linesOf) }]} />
      <DialogProblem error={update.error} />
    </Sheet>
  )
}

const counted = (n: number) => (n === 1 ? '1 block is' : `${n.toLocaleString('en')} blocks are`)

function linesOf({ html, markdown, isKept }: Converted['blocks'][number]): DiffLine[] {
  if (isKept) return [{ kind: 'same', text: html }]
  return [
    { kind: 'removed', text: html },
    { kind: 'added', text: markdown },
  ]
}
