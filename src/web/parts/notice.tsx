import { clsx } from 'clsx'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { tone: 'info' | 'warn' | 'bad'; children: ReactNode; role?: 'alert' | 'status' }

export function Notice({ tone, children, role }: Props) {
  const Icon = icons[tone]
  return (
    <div role={role} className={clsx('flex gap-3 rounded-xl px-4 py-3', tones[tone])}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert }
const tones = {
  info: 'bg-info-soft text-info-ink',
  warn: 'bg-warn-soft text-warn-ink',
  bad: 'bg-bad-soft text-bad-ink',
}
