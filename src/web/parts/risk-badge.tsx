import { clsx } from 'clsx'

/** How far a call reaches: one to three bars and a word. Never a control. */
export function RiskBadge({ risk, label, isRaised = false }: { risk: string; label: string; isRaised?: boolean }) {
  const { bars, look } = levels[risk] ?? { bars: 1, look: 'text-muted' }
  return (
    <span
      className={clsx('inline-flex items-baseline gap-1.5 text-sm whitespace-nowrap', look)}
      title={isRaised ? "Higher than the operation's own risk: this input needed a confirmation" : undefined}
    >
      <span aria-hidden className="flex items-end gap-0.5">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={clsx(
              'w-1 rounded-full bg-current',
              { 1: 'h-1.5', 2: 'h-2.5', 3: 'h-3.5' }[bar],
              bar > bars && 'opacity-25',
            )}
          />
        ))}
      </span>
      {label}
      {isRaised && <span aria-hidden>↑</span>}
    </span>
  )
}

const levels: Record<string, { bars: number; look: string }> = {
  read: { bars: 1, look: 'text-muted' },
  write: { bars: 2, look: 'text-ink' },
  publish: { bars: 3, look: 'text-press-ink' },
  external: { bars: 3, look: 'text-warn-ink' },
  destructive: { bars: 3, look: 'text-press-ink' },
}
