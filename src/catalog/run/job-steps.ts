import type { JobCtx } from '#kernel/job.ts'

import { addCheckpoint, type ClaimedJob, setStep } from './claimed-job.ts'

type Part = { claimed: ClaimedJob; write: JobCtx['write']; name: string }

/** `step` of a job: what it returns is stored when it is done. */
export async function step<T>({ claimed, write, name }: Part, work: () => Promise<T>): Promise<T> {
  if (name in claimed.checkpoints) return claimed.checkpoints[name] as T
  await write(({ db }) => setStep(db, claimed, { name, state: 'running' }))
  const given = await work()
  await write(async ({ db }) => {
    await addCheckpoint(db, claimed, { key: name, given })
    await setStep(db, claimed, { name, state: 'succeeded' })
  })
  remember(claimed, name, given)
  return given
}

/** `once` of a job: what it returns is stored with the change itself. */
export async function once<T>({ claimed, write, name }: Part, work: Parameters<typeof write<T>>[0]): Promise<T> {
  const key = `once ${name}`
  if (key in claimed.checkpoints) return claimed.checkpoints[key] as T
  const given = await write(async (inside) => {
    const result = await work(inside)
    await addCheckpoint(inside.db, claimed, { key, given: result })
    return result
  })
  remember(claimed, key, given)
  return given
}

function remember(claimed: ClaimedJob, key: string, given: unknown): void {
  claimed.checkpoints = { ...claimed.checkpoints, [key]: given ?? null }
}
