import type { ReactNode } from 'react'

import { Notice } from '#web/parts/notice.tsx'
import { StatusMark } from '#web/parts/status.tsx'

/** What a button does, in sentences, and how it can be taken back. */
export function WhatFollows({ sentences, wayBack }: { sentences: readonly ReactNode[]; wayBack: string }) {
  return (
    <section>
      <h3 id="what-happens" className="t-head mb-1">
        What happens
      </h3>
      <ul aria-labelledby="what-happens">
        {sentences.map((sentence, place) => (
          <li key={place} className="flex items-baseline gap-2.5 py-1">
            <StatusMark tone="ok" />
            <span className="min-w-0 wrap-anywhere">{sentence}</span>
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <Notice tone="ok">{wayBack}</Notice>
      </div>
    </section>
  )
}
