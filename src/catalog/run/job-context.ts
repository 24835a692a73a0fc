import type { OrganizationFacts } from '#kernel/access.ts'
import { announceNothing } from '#kernel/announce.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { AnyJob, JobCtx, Start } from '#kernel/job.ts'
import { notifyNobody } from '#kernel/notify.ts'
import { showNothing } from '#kernel/shown-changed.ts'

import { type ClaimedJob, setProgress } from './claimed-job.ts'
import type { ContextParts } from './contexts.ts'
import { Fenced, fenced } from './fence.ts'
import { once, step } from './job-steps.ts'
import { jobTurn } from './job-turn.ts'
import { outside, type OutsideParts } from './outside.ts'
import { startJob } from './start-job.ts'
import { type TextShower, textShower } from './text-shower.ts'

export type JobContextParts = OutsideParts &
  Pick<ContextParts, 'database' | 'announce' | 'notify' | 'shownChanged' | 'checks' | 'log' | 'now' | 'baseUrl'> & {
    /** How long a job keeps its place although others wait, in ms. Only tests set it. */
    turnMs?: number
  }

type Held = { claimed: ClaimedJob; job: AnyJob; organization: OrganizationFacts; isLastTry: boolean }

/** What a job works with. `cancel` is called when a transaction shows that the worker no longer has the job. */
export function jobContext(
  parts: JobContextParts,
  { claimed, job, organization, isLastTry }: Held,
  { signal, cancel }: { signal: AbortSignal; cancel: () => void },
): { ctx: JobCtx; shown: TextShower } {
  const { database, log, checks } = parts
  const { id, attempt, actor, requestId } = claimed
  const now = parts.now ?? (() => new Date())
  const tenant = { organizationId: organization.id, userId: actor.userId, credentialId: actor.credentialId }
  const write = writesOf({ ...parts, now }, { claimed, organizationId: organization.id, cancel })
  const shown = textShower({ claimed, write, log })
  const ctx: JobCtx = {
    jobId: id,
    attempt,
    isLastTry,
    actor,
    access: { organization, actor },
    requestId,
    baseUrl: parts.baseUrl(),
    log,
    signal,
    ...outside(parts, organization.id, signal),
    checks,
    now,
    read: (work) => database.forOrganization(tenant, 'read', ({ db }) => work(db)),
    write,
    isTurnOver: jobTurn({ database, queue: job.queue, organizationId: organization.id, lastsMs: parts.turnMs }),
    progress: (done) => write(({ db }) => setProgress(db, claimed, done)),
    showText: shown.show,
    step: (name, work) => step({ claimed, write, name }, work),
    once: (name, work) => once({ claimed, write, name }, work),
  }
  return { ctx, shown }
}

type Writing = { claimed: ClaimedJob; organizationId: OrganizationId; cancel: () => void }

function writesOf(
  parts: JobContextParts & { now: () => Date },
  { claimed, organizationId, cancel }: Writing,
): JobCtx['write'] {
  const { database, checks, announce = announceNothing, shownChanged = showNothing, notify = notifyNobody, now } = parts
  const { actor, requestId } = claimed
  return (work) =>
    fenced(database, { organizationId, claimed }, (db, savepoint) => {
      const start: Start = (job, input, options) => startJob(db, job, { input, actor, requestId, ...options })
      return work({
        db,
        savepoint,
        announce: (change) => announce(db, change, { organizationId, now: now(), start }),
        shownChanged: (shown) => shownChanged(db, shown, { organizationId, checks, start }),
        notify: (notice) => notify(db, notice, { start }),
      })
    }).catch((error: unknown) => {
      if (error instanceof Fenced) cancel()
      throw error
    })
}
