import type { ReactNode } from 'react'

import type { Snippet } from '#web/areas/account/api-access/client-snippets.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'

/** A text to copy, labelled with where it goes. */
export function SnippetBox({ snippet: { title, text }, hint }: { snippet: Snippet; hint?: ReactNode }) {
  return (
    <div className="rounded-xl border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-1.5 pl-4">
        <p className="min-w-0 font-medium break-words">{title}</p>
        <CopyButton text={text} label="Copy" look="quiet" />
      </div>
      <pre tabIndex={0} role="region" aria-label={title} className="overflow-x-auto px-4 py-3 text-sm">
        <code>{text}</code>
      </pre>
      {hint && <p className="border-t border-line px-4 py-2 text-sm text-muted">{hint}</p>}
    </div>
  )
}
