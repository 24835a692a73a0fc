import { Check, Copy } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import { Button, type Look } from '#web/parts/button.tsx'

type Props = { text: string; label: string; title?: string; look?: Look; icon?: ReactNode }

/** Copies a text and says so for two seconds. */
export function CopyButton({ text, label, title, look = 'plain', icon }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <Button look={look} title={title} onClick={async () => setState((await copy(text)) ? 'copied' : 'failed')}>
      {state === 'copied' ? (
        <Check aria-hidden strokeWidth={1.75} />
      ) : (
        (icon ?? <Copy aria-hidden strokeWidth={1.75} />)
      )}
      <span aria-live="polite">{{ idle: label, copied: 'Copied', failed: 'Not copied' }[state]}</span>
    </Button>
  )
}

// The clipboard exists only on https and on loopback; elsewhere the text can be selected by hand.
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
