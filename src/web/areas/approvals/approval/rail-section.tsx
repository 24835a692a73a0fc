import { type ReactNode, useId } from 'react'

type Props = { title: string; note?: ReactNode; children: ReactNode }

/** One subject of the rail, with a word about it at the right of its title. */
export function RailSection({ title, note, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <h2 id={id} className="t-head">
          {title}
        </h2>
        {note && <span className="text-right text-muted">{note}</span>}
      </div>
      {children}
    </section>
  )
}

/** A row of a section: a mark, what it says, and below it what explains that. */
export function RailRow({ mark, children, more }: { mark: ReactNode; children: ReactNode; more?: ReactNode }) {
  return (
    <li className="grid grid-cols-[8px_minmax(0,1fr)] items-baseline gap-x-2.5 border-t border-line py-2">
      {mark}
      <span className="wrap-anywhere">
        {children}
        {more && <span className="block text-muted">{more}</span>}
      </span>
    </li>
  )
}
