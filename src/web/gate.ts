import { createStore, type Store } from '#web/store.ts'

/** What a person must do before a call can go on: sign in again, or enter the password again. */
export type Ask = 'sign-in' | 'elevation'

/** Where a call waits while a dialog over the screen asks the person. Calls that ask at the same time share one dialog. */
export type Gate = {
  asked: Store<Ask | null>
  ask(what: Ask): Promise<boolean>
  settle(done: boolean): void
  /** How often a person has done what was asked: who was refused before the last time need not ask again. */
  passed(): number
}

export function createGate(): Gate {
  const asked = createStore<Ask | null>(null)
  let open: { promise: Promise<boolean>; resolve(done: boolean): void } | null = null
  let passed = 0
  return {
    asked,
    ask(what) {
      open ??= Promise.withResolvers<boolean>()
      // Whoever has to sign in again gets no further with the password alone; signing in does for both.
      if (asked.get() !== 'sign-in') asked.set(what)
      return open.promise
    },
    settle(done) {
      if (done) passed++
      open?.resolve(done)
      open = null
      asked.set(null)
    },
    passed: () => passed,
  }
}
