import { useId, type ReactNode } from 'react'

type Props = { title: string; note?: ReactNode; children: ReactNode }

/** One part of the Desk: its name, what it says about itself at the other end, a hairline. */
export function DeskSection({ title, note, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mb-7">
      <div className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
        <h2 id={id} className="t-head">
          {title}
        </h2>
        {note && <span className="text-muted">{note}</span>}
      </div>
      {children}
    </section>
  )
}
