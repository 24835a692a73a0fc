import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type NoticeTone = 'info' | 'warn' | 'bad' | 'ok' | 'agent'

type Props = { tone: NoticeTone; children: ReactNode; role?: 'alert' | 'status' }

/** Something to know: a fact, care to take, an error or a public consequence, what can be taken back, what an agent says. */
export function Notice({ tone, children, role }: Props) {
  return (
    <div role={role} className={clsx('rounded-r-lg border-l-[3px] px-3 py-2', tones[tone])}>
      {children}
    </div>
  )
}

const tones: Record<NoticeTone, string> = {
  info: 'border-edge bg-raised',
  warn: 'border-warn bg-warn-soft',
  bad: 'border-press bg-press-soft',
  ok: 'border-ok bg-ok-soft',
  agent: 'border-agent bg-agent-soft',
}
