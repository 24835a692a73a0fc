import { compareWords } from '#web/parts/markdown-compare.ts'

type Props = {
  before: string
  after: string
  /** What only this one of both says; without it both in one. */
  side?: 'before' | 'after'
  isByAgent?: boolean
}

/** Two short texts word by word, with what was taken out and put in. */
export function ComparedWords({ before, after, side, isByAgent = false }: Props) {
  const hidden = side === undefined ? undefined : hiddenOn[side]
  const runs = compareWords([{ text: before, look: '' }], [{ text: after, look: '' }])
  return runs
    .filter(({ kind }) => kind !== hidden)
    .map(({ kind, text }, at) => {
      if (kind === 'removed') return <del key={at}>{text}</del>
      if (kind === 'added')
        return (
          <ins key={at} className={isByAgent ? 'by-agent' : undefined}>
            {text}
          </ins>
        )
      return text
    })
}

/** What a column does not show. */
const hiddenOn = { before: 'added', after: 'removed' } as const
