/** Waits for all of them, also when one fails: none is still under way. Throws the first failure in their order. */
export async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work)
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * The same for what one transaction works off: throws the failure that came first, because a statement that fails makes all fail that are
 * sent behind it.
 */
export async function allInOrder(work: readonly Promise<unknown>[]): Promise<void> {
  const failures: unknown[] = []
  await Promise.all(work.map((one) => one.catch((error: unknown) => void failures.push(error))))
  if (failures.length > 0) throw failures[0]
}
