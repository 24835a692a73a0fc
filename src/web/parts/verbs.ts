import { useEffect, useRef } from 'react'

/** Something that can be done with what is open, in plain words: "New article", "Move to trash…". */
export type Verb = { label: string; words?: string; run(): void }

/** The verbs of everything that is on the page; what came last goes first. */
const offered: { current: readonly Verb[] }[] = []

/** Offers verbs to the palette for as long as the component is on the page. */
export function useVerbs(verbs: readonly Verb[]): void {
  const latest = useRef(verbs)
  useEffect(() => {
    latest.current = verbs
  })
  useEffect(() => {
    offered.unshift(latest)
    return () => void offered.splice(offered.indexOf(latest), 1)
  }, [])
}

/** The verbs of everything that is on the page right now. */
export function verbsNow(): readonly Verb[] {
  return offered.flatMap(({ current }) => current)
}
