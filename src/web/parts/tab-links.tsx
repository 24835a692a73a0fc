import { Link, type LinkProps } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'

import { useCurrentInView } from '#web/parts/use-current-in-view.ts'

type Tab = {
  label: string
  /** Undefined until it is known, so that its place is kept; left out of a tab that counts nothing. */
  count?: number | undefined
  isCurrent: boolean
  link: LinkProps
}

/** The parts of a list as tabs that are links: each has its address. The arrow keys move between them. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const row = useCurrentInView<HTMLDivElement>(tabs.findIndex(({ isCurrent }) => isCurrent))
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className="flex gap-4.5 overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          role="tab"
          aria-selected={tab.isCurrent}
          aria-current={undefined}
          tabIndex={tab.isCurrent ? 0 : -1}
          activeOptions={{ exact: true }}
          className="tab-link -mb-px"
        >
          {tab.label}
          {'count' in tab && (
            <span className="min-w-4 text-sm font-normal text-muted">{tab.count?.toLocaleString('en')}</span>
          )}
        </Link>
      ))}
    </div>
  )
}

function move(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  event.preventDefault()
  tabs[(at + step + tabs.length) % tabs.length]?.focus()
}
