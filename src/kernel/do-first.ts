import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Thrown by long work that finds itself in a transaction: the transaction is rolled back, the work is done without one, and the
 * transaction begins again (turns.md#long-work-leaves-transactions).
 */
export class DoFirst extends Error {
  readonly work: () => Promise<void>

  constructor(work: () => Promise<void>) {
    super('This is done before the transaction')
    this.work = work
  }
}

const hasBegunAgain = new AsyncLocalStorage<true>()

/** Leaves the transaction once for `work`. When it has begun again, whatever is still missing is done inside. */
export function doFirst(work: () => Promise<void>): void {
  if (hasBegunAgain.getStore() !== true) throw new DoFirst(work)
}

/** Begins a transaction again whose long work is done. */
export function beginAgain<T>(work: () => Promise<T>): Promise<T> {
  return hasBegunAgain.run(true, work)
}
