import { createStore, type Store } from '#web/store.ts'

/** What a person must do before a call can go on: sign in again, or enter the password again. */
export type Ask = 'sign-in' | 'elevation'

/** Where a call waits while a dialog over the screen asks the person. Calls that ask at the same time share one dialog. */
export type Gate = { asked: Store<Ask | null>; ask(what: Ask): Promise<boolean>; settle(done: boolean): void }

export function createGate(): Gate {
  const asked = createStore<Ask | null>(null)
  let open: { promise: Promise<boolean>; resolve(done: boolean): void } | null = null
  return {
    asked,
    ask(what) {
      if (!open) {
        open = Promise.withResolvers<boolean>()
        asked.set(what)
      }
      return open.promise
    },
    settle(done) {
      open?.resolve(done)
      open = null
      asked.set(null)
    },
  }
}
