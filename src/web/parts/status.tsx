import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral'

/** A state: a mark and a word. The shape of the mark says it without its colour. Never a control. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-[7px] whitespace-nowrap">
      <StatusMark tone={tone} />
      {children}
    </span>
  )
}

/** Only the mark: a disc is in effect, a half disc will be, a square waits, a diamond is wrong, a ring is nothing of these. */
export function StatusMark({ tone, className }: { tone: Tone; className?: string }) {
  return <span aria-hidden className={clsx('size-2 shrink-0 forced-color-adjust-none', marks[tone], className)} />
}

const marks: Record<Tone, string> = {
  ok: 'rounded-full bg-ok',
  info: 'rounded-full border-[1.5px] border-ok bg-linear-90 from-ok from-50% to-transparent to-50%',
  warn: 'rounded-[2px] bg-warn',
  bad: 'rotate-45 rounded-[2px] bg-press',
  neutral: 'rounded-full border-[1.5px] border-edge',
}
