import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { preload, preloading } from '#web/parts/late.ts'

type Props<V extends string> = {
  label: string
  /**
   * `count` is undefined until it is known, so that its place is kept; left out of a tab that counts nothing. `parts`: what its panel
   * shows that is `late`.
   */
  tabs: readonly { value: V; label: string; count?: number | undefined; parts?: readonly object[] }[]
  value: V
  onChange(value: NoInfer<V>): void
  children: ReactNode
}

/** Panels in one place, one of them shown. Arrow keys, Home and End choose; the tab key moves into the panel. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: Props<V>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.value === value)
    const places: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const next = tabs.at((places[event.key] ?? Number.NaN) % tabs.length)
    if (places[event.key] === undefined || !next) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus()
  }

  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        // The arrow keys open a tab before it has the focus.
        onFocus={() => preload(...tabs.flatMap(({ parts = [] }) => parts))}
        className="flex gap-3 overflow-x-auto border-b border-line sm:gap-4.5"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-tab={tab.value}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            {...preloading(...(tab.parts ?? []))}
            onClick={() => onChange(tab.value)}
            className="tab-link"
          >
            {tab.label}
            {'count' in tab && (
              <span className="min-w-4 text-sm font-normal text-muted">{tab.count?.toLocaleString('en')}</span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0} className="pt-3">
        {children}
      </div>
    </div>
  )
}
