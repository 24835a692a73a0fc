import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { concerns } from '#web/areas/agent-audit/audit-log/audit-query.ts'
import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { useLive, useOrganization } from '#web/context.ts'

const together = 300
const freshFor = 2500

/**
 * While the tail is live, calls that belong to the list refresh it; otherwise they are counted until the person asks for
 * them.
 */
export function useLiveLog(asked: AuditSearch): { waiting: number; show(): void } {
  const live = useLive()
  const queries = useQueryClient()
  const { id } = useOrganization()
  const [waiting, setWaiting] = useState(0)
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    setWaiting(0)
    void queries.invalidateQueries({ queryKey: [id, 'listAgentAuditLog'] })
  }
  useEffect(() => {
    const stop = live.listen((call) => {
      if (!concerns(asked, call)) return
      if (!asked.live) return setWaiting((count) => count + 1)
      if (due.current !== undefined) return
      show()
      // What arrives shortly afterwards is shown together with it.
      due.current = setTimeout(() => {
        due.current = undefined
        show()
      }, together)
    })
    return stop
  })
  useEffect(() => () => clearTimeout(due.current), [])
  useEffect(() => setWaiting(0), [asked])
  return { waiting, show }
}

/** The ids that were not in the list before, for a moment. */
export function useFresh(ids: readonly string[], isOn: boolean): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string> | null>(null)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const key = ids.join()
  useEffect(() => {
    const before = known.current
    const now = key === '' ? [] : key.split(',')
    known.current = new Set(now)
    if (before === null || !isOn) return
    const added = now.filter((id) => !before.has(id))
    if (added.length === 0) return
    setFresh(new Set(added))
    const timer = setTimeout(() => setFresh(new Set()), freshFor)
    return () => clearTimeout(timer)
  }, [key, isOn])
  return fresh
}
