import { useLayoutEffect, useRef } from 'react'

type Props = {
  label: string
  text: string
  /** It no longer grows, and is read from its beginning. */
  isWhole?: boolean
}

/**
 * A text while it is written. It shows its end, unless somebody scrolled back to read. It is not a live region: nobody wants to
 * hear every word that comes.
 */
export function GrowingText({ label, text, isWhole = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(!isWhole)

  useLayoutEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])

  return (
    <div
      ref={box}
      role="region"
      aria-label={label}
      // Scrolled by keys too.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 24
      }}
      className="max-h-[min(24rem,40dvh)] overflow-y-auto rounded-lg border border-line bg-raised px-3 py-2 font-serif whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </div>
  )
}
