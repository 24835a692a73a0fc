import { useEffect, useState } from 'react'

/** Takes files that are dropped anywhere on the page, or pasted; says so while some are held above it. */
export function DropZone({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const take = (event: Event, from: DataTransfer | null) => {
      const files = [...(from?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      onFiles(files)
    }
    addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    // Without another element below the pointer it has left the window.
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        setOver(false)
        take(event, event.dataTransfer)
      },
      { signal },
    )
    addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return () => stop.abort()
  }, [onFiles])
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-2 z-10 grid place-items-center rounded-xl border-2 border-dashed border-ink bg-paper/90">
      <p className="t-sub">Drop to upload</p>
    </div>
  )
}
