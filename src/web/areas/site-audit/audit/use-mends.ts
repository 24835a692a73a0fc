import { useEffect, useRef, useState } from 'react'
import { callOf, type MendCall, needsModel, proposalOf, writingOf } from '#web/areas/site-audit/audit/mend-calls.ts'
import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { useClient, useOrganization } from '#web/context.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

/** A fix that was rehearsed: what it calls, and the article that it changes. */
export type Planned = { issue: Issue; call: MendCall; title: string; isLive: boolean; places: number | null }

const note = 'A fix of the site audit'
const betweenLooks = 400
const ended = new Set(['succeeded', 'partial', 'failed', 'canceled'])

/**
 * Rehearses the fixes of issues one after the other, then makes those that were not refused; all of them are taken back at once.
 * What a model has to write is only written after somebody asked for it.
 */
export function useMends(issues: readonly Issue[], onDone: () => void) {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const update = useAction('updateItem')
  const replace = useAction('replaceItemLinks')
  const generate = useAction('generateItemMetadata')
  const takeBack = useTakeBack()
  const [isAsking, setAsking] = useState(() => issues.some(needsModel))
  const [planned, setPlanned] = useState<readonly Planned[] | null>(null)
  const [looked, setLooked] = useState(0)
  const [making, setMaking] = useState<number | null>(null)
  const isBegun = useRef(false)
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    return () => void (isOver.current = true)
  }, [])

  async function propose(issue: Issue): Promise<MendCall | undefined> {
    const wanted = proposalOf(issue)
    const started = wanted && (await generate.run(wanted))
    if (!wanted || !started) return undefined
    for (;;) {
      const { result: job } = await call('getJob', { jobId: started.jobId }, { organizationId, read: true })
      if (ended.has(job.state)) return writingOf(wanted.id, job.result)
      if (isOver.current) return undefined
      await new Promise((resolve) => setTimeout(resolve, betweenLooks))
    }
  }

  async function rehearse(issue: Issue): Promise<Planned | undefined> {
    const made = callOf(issue) ?? (await propose(issue))
    if (made === undefined) return undefined
    if (made.name === 'replaceItemLinks') {
      const would = await replace.run(made.input, { dryRun: true })
      return would ? { issue, call: made, ...seenOf(would.item), places: would.replaced } : undefined
    }
    const would = await update.run(made.input, { dryRun: true })
    return would ? { issue, call: made, ...seenOf(would.item), places: null } : undefined
  }

  async function look() {
    setAsking(false)
    const able: Planned[] = []
    for (const [index, issue] of issues.entries()) {
      if (isOver.current) return
      const one = await rehearse(issue).catch(() => undefined)
      // An article that was corrected since the audit has nothing left to replace.
      if (one && one.places !== 0) able.push(one)
      setLooked(index + 1)
    }
    setPlanned(able)
  }

  useEffect(() => {
    if (isBegun.current || isAsking) return
    isBegun.current = true
    void look()
  })

  async function make() {
    const calls: string[] = []
    const onChanged = (id: string) => void calls.push(id)
    setMaking(0)
    for (const [index, { call: made }] of (planned ?? []).entries()) {
      const options = { confirm: true, onChanged } as const
      // With a note it is a revision of its own, and can be taken back without what was written before.
      if (made.name === 'replaceItemLinks') await replace.run({ ...made.input, note }, options)
      else await update.run({ ...made.input, note }, options)
      setMaking(index + 1)
    }
    setMaking(null)
    if (calls.length === 0) return
    onDone()
    const undo = { label: 'Undo', run: () => void takeBack(...calls) }
    toast(`${countOf(calls.length, 'article is', 'articles are')} mended. The next audit looks again.`, undo)
  }

  return {
    /** Whether somebody has to ask first for what a model writes; then `look` does. */
    isAsking,
    look: () => {
      isBegun.current = true
      void look()
    },
    looked,
    planned,
    refused: planned === null ? 0 : issues.length - planned.length,
    live: (planned ?? []).filter(({ isLive }) => isLive).length,
    isBusy: making !== null,
    done: making ?? 0,
    error: planned === null ? null : (generate.error ?? replace.error ?? update.error),
    make,
  }
}

const seenOf = ({ title, status }: { title: string; status: string }) => ({ title, isLive: status === 'published' })
