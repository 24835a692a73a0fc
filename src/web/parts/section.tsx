import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  lead?: ReactNode
  state?: ReactNode
  actions?: ReactNode
  /** What goes below a line, where there is something. */
  body?: ReactNode
  /** Its dialogs. */
  children?: ReactNode
}

/** One subject of a settings page: what it is, how it stands, what can be done. A hairline divides it from the one before. */
export function Section({ title, lead, state, actions, body, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="border-t border-line pt-4 pb-6 [.double-rule+&,.double-rule+div>&:first-child]:border-t-0 [.double-rule+&,.double-rule+div>&:first-child]:pt-0"
    >
      <div className="flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-start">
        <div className="min-w-0 flex-1 sm:min-w-72">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2 id={id} className="t-sub">
              {title}
            </h2>
            {state}
          </div>
          {lead && <div className="mt-0.5 max-w-lg text-muted">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2 sm:justify-end">{actions}</div>}
      </div>
      {body && <div className="mt-4">{body}</div>}
      {children}
    </section>
  )
}
