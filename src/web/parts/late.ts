import { lazy } from 'react'

/** After how many ms code that could not be loaded is asked for again. */
const againMs = 3000

/** How the code of each part is loaded beforehand, until that was tried. */
const beforehand = new WeakMap<object, () => Promise<unknown>>()

/**
 * A part whose code is loaded when it is first shown, within a `Suspense`, or before by `preload`: then it is drawn at once, without
 * the third of a second for which React shows a fallback (web.md#code-comes-before-the-press). While the server is away it is asked for
 * again, and all that is on the screen stays; once the server is there the page is loaded again, because a browser asks for a module
 * only once (`reloadAfterDeploy` in `app/main.tsx`).
 */
export const late: typeof lazy = (load) => {
  let known: Awaited<ReturnType<typeof load>> | undefined
  const loaded = async () => (known ??= await patiently(load))
  const part = lazy(() => (known === undefined ? loaded() : atOnce(known)))
  beforehand.set(part, async () => (known = await load()))
  return part
}

/**
 * Loads the code of parts that are `late`, because somebody may be about to open them. Tried once: what nobody has asked for yet must not
 * load the page again under somebody who writes.
 */
export function preload(...parts: readonly object[]): void {
  for (const part of parts) {
    const load = beforehand.get(part)
    beforehand.delete(part)
    void load?.().catch(() => undefined)
  }
}

/** What a control that opens parts listens to: a pointer over it, a finger on it, the focus on it. */
export function preloading(...parts: readonly object[]) {
  const load = () => preload(...parts)
  return { onPointerEnter: load, onPointerDown: load, onFocus: load }
}

/** Loads code as soon as the server is there. */
export async function patiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}

/** A promise that says what it knows without a turn of the event loop: React draws what it does not have to wait for. */
function atOnce<Module>(known: Module): Promise<Module> {
  const promise = Promise.resolve(known)
  return Object.assign(promise, {
    // Only React waits for it, once.
    // oxlint-disable-next-line unicorn/no-thenable
    then(tell: (module: Module) => unknown) {
      tell(known)
      return promise
    },
  })
}
