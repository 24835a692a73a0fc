import { ComparedWords } from '#web/parts/compared-words.tsx'

type Props = { theirs: string; mine: string }

/** Two versions of a text side by side, with what only one of them says: gone from theirs, or come with yours. */
export default function ComparedVersions({ theirs, mine }: Props) {
  return (
    <dl className="mt-1 grid gap-x-4 sm:grid-cols-2">
      {(
        [
          ['Theirs', 'before'],
          ['Yours', 'after'],
        ] as const
      ).map(([name, side]) => (
        <div key={name}>
          <dt className="mt-1 text-sm text-muted">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">
            <ComparedWords before={theirs} after={mine} side={side} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
