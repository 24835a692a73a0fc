import { useEffect, useRef } from 'react'

type Keys = { save(): void; publish(): void }

/** Ctrl+S or Cmd+S saves, Ctrl+Enter opens the publish sheet, wherever the focus is outside a dialog. */
export function useArticleKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const run = { s: latest.current.save, enter: latest.current.publish }[event.key.toLowerCase()]
      if (run === undefined || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) run()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
