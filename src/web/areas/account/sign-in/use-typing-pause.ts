import { useEffect, useState } from 'react'

/** As long as this nobody has typed: the next letter is not on its way. */
const pauseMs = 2500

/** Whether the person is not in the middle of typing: nothing is being written, or the last key was a while ago. It stays so. */
export function useTypingPause(): { isPaused: boolean; end(): void } {
  const [isPaused, setPaused] = useState(() => !isWriting())
  const end = () => setPaused(true)
  useEffect(() => {
    if (isPaused) return
    let timer = setTimeout(end, pauseMs)
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(end, pauseMs)
    }
    for (const event of typing) document.addEventListener(event, again, true)
    return () => {
      clearTimeout(timer)
      for (const event of typing) document.removeEventListener(event, again, true)
    }
  }, [isPaused])
  return { isPaused, end }
}

const typing = ['keydown', 'input', 'compositionupdate'] as const

function isWriting(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable=true]') ?? false
}
