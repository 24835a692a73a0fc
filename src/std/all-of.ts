/** Waits for all of them, also when one fails: none is still under way. Throws the first failure in their order. */
export async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work)
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
