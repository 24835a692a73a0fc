import { useEffect, useRef, useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { proposalOf, type Writing, writingOf } from '#web/areas/site-audit/audit/mend-calls.ts'
import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { toast } from '#web/parts/toast.tsx'
import { isOver } from '#web/use-job.ts'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

/** A text that was proposed and rehearsed: what is written, and the article that it changes. */
export type Planned = { issue: Issue; input: Writing; title: string; isLive: boolean }

const note = 'A fix of the site audit'
const betweenLooks = 400

/**
 * Has a model propose texts for issues one after the other and rehearses them, then writes those that were not refused; all of them are taken
 * back at once. Nothing is proposed before somebody asked for it.
 */
export function useWriting(issues: readonly Issue[], onDone: () => void) {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const update = useAction('updateItem')
  const generate = useAction('generateItemMetadata')
  const takeBack = useTakeBack()
  const [isAsking, setAsking] = useState(true)
  const [planned, setPlanned] = useState<readonly Planned[] | null>(null)
  const [looked, setLooked] = useState(0)
  const [making, setMaking] = useState<number | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  async function propose(issue: Issue): Promise<Writing | undefined> {
    const wanted = proposalOf(issue)
    const started = wanted && (await generate.run(wanted))
    if (!wanted || !started) return undefined
    for (;;) {
      const { result: job } = await call('getJob', { jobId: started.jobId }, { organizationId, userId, read: true })
      if (isOver(job)) return writingOf(wanted.id, job.result)
      if (isGone.current) return undefined
      await new Promise((resolve) => setTimeout(resolve, betweenLooks))
    }
  }

  async function rehearse(issue: Issue): Promise<Planned | undefined> {
    const input = await propose(issue)
    const would = input && (await update.run(input, { dryRun: true }))
    return input && would ? { issue, input, ...seenOf(would.item) } : undefined
  }

  async function look() {
    setAsking(false)
    const able: Planned[] = []
    for (const [index, issue] of issues.entries()) {
      if (isGone.current) return
      const one = await rehearse(issue).catch(() => undefined)
      if (one) able.push(one)
      setLooked(index + 1)
    }
    setPlanned(able)
  }

  async function make() {
    const calls: string[] = []
    setMaking(0)
    for (const [index, { input }] of (planned ?? []).entries()) {
      // With a note it is a revision of its own, and can be taken back without what was written before.
      await update.run({ ...input, note }, { confirm: true, onChanged: (id) => void calls.push(id) })
      setMaking(index + 1)
    }
    setMaking(null)
    if (calls.length === 0) return
    onDone()
    const undo = { label: 'Undo', run: () => void takeBack(...calls) }
    toast(`${countOf(calls.length, 'article is', 'articles are')} mended. The next audit looks again.`, undo)
  }

  return {
    /** Whether somebody has to ask first; then `look` does. */
    isAsking,
    look: () => void look(),
    looked,
    planned,
    refused: planned === null ? 0 : issues.length - planned.length,
    live: (planned ?? []).filter(({ isLive }) => isLive).length,
    isBusy: making !== null,
    done: making ?? 0,
    error: planned === null ? null : (generate.error ?? update.error),
    make,
  }
}

const seenOf = ({ title, status }: { title: string; status: string }) => ({ title, isLive: status === 'published' })
