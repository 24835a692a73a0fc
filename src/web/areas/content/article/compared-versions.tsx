import { compareWords } from '#web/parts/markdown-compare.ts'

type Props = { theirs: string; mine: string }

/** Two versions of a text side by side, with what only one of them says: gone from theirs, or come with yours. */
export default function ComparedVersions({ theirs, mine }: Props) {
  const runs = compareWords([{ text: theirs, look: '' }], [{ text: mine, look: '' }])
  const side = (kind: 'removed' | 'added') =>
    runs
      .filter((run) => run.kind === 'same' || run.kind === kind)
      .map(({ kind: own, text }, at) => {
        if (own === 'removed')
          return (
            <del key={at} className="bg-press-soft text-press-ink">
              {text}
            </del>
          )
        if (own === 'added')
          return (
            <ins key={at} className="bg-ok-soft text-ok-ink decoration-2 underline-offset-4">
              {text}
            </ins>
          )
        return text
      })
  return (
    <dl className="mt-1 grid gap-x-4 sm:grid-cols-2">
      {(
        [
          ['Theirs', 'removed'],
          ['Yours', 'added'],
        ] as const
      ).map(([name, kind]) => (
        <div key={name}>
          <dt className="mt-1 text-sm text-muted">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{side(kind)}</dd>
        </div>
      ))}
    </dl>
  )
}
