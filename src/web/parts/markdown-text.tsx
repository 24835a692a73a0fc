import { clsx } from 'clsx'
import { type ReactNode, useMemo } from 'react'

import { visibleText } from '#std/visible-text.ts'
import { readMarkdown } from '#web/parts/markdown-blocks.ts'
import { compareBlocks, type ComparedBlock, type Run } from '#web/parts/markdown-compare.ts'

type Props = {
  text: string
  /** What it is compared with; without it the text is shown as it is. */
  before?: string | undefined
  /** Insertions are an agent's: teal instead of green. */
  isByAgent?: boolean
}

/** Somebody else's Markdown as it reads, with what was taken out and put in; equal blocks next to each other are folded. */
export function MarkdownText({ text, before, isByAgent = false }: Props) {
  const blocks = useMemo(() => compareBlocks(readMarkdown(before ?? text), readMarkdown(text)), [text, before])
  const shown = before === undefined ? blocks.map((block) => [block]) : folded(blocks)
  return (
    <div dir="auto" className={clsx('prose wrap-anywhere', isByAgent && 'by-agent')}>
      {shown.map((group, at) => (
        <Group key={at} group={group} />
      ))}
    </div>
  )
}

type SidesProps = { text: string; before: string; isByAgent?: boolean }

/** Two states of a Markdown text as they read, side by side: what is at the same height belongs together. */
export function MarkdownSides({ text, before, isByAgent = false }: SidesProps) {
  const groups = useMemo(() => folded(compareBlocks(readMarkdown(before), readMarkdown(text))), [text, before])
  return (
    <div className={clsx('prose grid max-w-none! grid-cols-2 gap-x-8 wrap-anywhere', isByAgent && 'by-agent')}>
      {groups.map((group, at) =>
        (['added', 'removed'] as const).map((hidden) => (
          <div key={`${at} ${hidden}`} className="min-w-0">
            <Group group={group} hidden={hidden} />
          </div>
        )),
      )}
    </div>
  )
}

type GroupProps = {
  group: readonly ComparedBlock[]
  /** What a column does not show. */
  hidden?: 'added' | 'removed'
}

function Group({ group, hidden }: GroupProps) {
  const [first] = group
  if (first === undefined || first.kind === hidden) return null
  if (group.length > 1) return <p className="!font-sans text-sm text-muted">{group.length} equal paragraphs</p>
  return <OneBlock compared={{ ...first, runs: first.runs.filter(({ kind }) => kind !== hidden) }} />
}

/** Equal blocks in a row as one group, everything else by itself. */
function folded(blocks: readonly ComparedBlock[]): ComparedBlock[][] {
  const groups: ComparedBlock[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.kind === 'same' && last?.at(-1)?.kind === 'same') last.push(block)
    else groups.push([block])
  }
  return groups
}

function OneBlock({ compared: { block, runs } }: { compared: ComparedBlock }) {
  const { kind, level, indent, marker } = block
  const content = runs.map((run, at) => <OneRun key={at} run={run} />)
  const inner =
    kind === 'heading' ? (
      <h4 className={clsx('mt-6 mb-2 font-semibold', level > 2 ? 'text-[19px]' : 'text-[22px]')}>{content}</h4>
    ) : kind === 'code' || kind === 'source' ? (
      <pre className="rounded-lg bg-raised px-3 py-2 font-mono text-sm whitespace-pre-wrap">{content}</pre>
    ) : kind === 'row' ? (
      <p className="mb-0! border-b border-line py-1 text-base font-sans">{content}</p>
    ) : (
      <p className="whitespace-pre-line">{content}</p>
    )
  if (indent === 0) return inner
  return (
    <div className="flex gap-2" style={{ paddingInlineStart: `${(indent - 1) * 20}px` }}>
      <span className="w-5 shrink-0 text-right text-muted">{marker}</span>
      <div className="min-w-0 flex-1">{inner}</div>
    </div>
  )
}

function OneRun({ run: { kind, text, look } }: { run: Run }): ReactNode {
  const written = dressed(visibleText(text), look.split(' '))
  if (kind === 'added') return <ins className="ml-0.5">{written}</ins>
  if (kind === 'removed') return <del>{written}</del>
  return written
}

function dressed(text: ReactNode, looks: readonly string[]): ReactNode {
  return looks.reduce((inner, look) => {
    if (look === 'strong') return <strong>{inner}</strong>
    if (look === 'emphasis') return <em>{inner}</em>
    if (look === 'strike') return <s>{inner}</s>
    if (look === 'code') return <code>{inner}</code>
    if (look === 'link') return <span className="text-link underline">{inner}</span>
    if (look === 'address') return <span className="mono text-muted">{inner}</span>
    return inner
  }, text)
}
