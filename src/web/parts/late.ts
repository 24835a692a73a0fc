import { lazy } from 'react'

/** After how many ms code that could not be loaded is asked for again. */
const againMs = 3000

/**
 * A part whose code is loaded when it is first shown, within a `Suspense`. While the server is away it is asked for again, and all
 * that is on the screen stays; once the server is there the page is loaded again, because a browser asks for a module only once
 * (`reloadAfterDeploy` in `app/main.tsx`).
 */
export const late: typeof lazy = (load) => lazy(() => patiently(load))

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
