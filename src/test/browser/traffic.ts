import type { Page, Request } from '@playwright/test'

type Traffic = { open: Set<Request>; started: number }

/** The frames that a page stays quiet for before it counts as settled: a tenth of a second. */
const quietFrames = 6

/** What stays open: live events, and the text of a job while a model writes it. */
const streams = new Set(['/app/events', '/app/written'])

const known = new WeakMap<Page, Traffic>()

/** Counts the requests of a page from now on, for `settled`. */
export function countTraffic(page: Page): void {
  const traffic: Traffic = { open: new Set(), started: 0 }
  known.set(page, traffic)
  page.on('request', (request) => {
    if (streams.has(new URL(request.url()).pathname)) return
    traffic.open.add(request)
    traffic.started++
  })
  const end = (request: Request) => void traffic.open.delete(request)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/**
 * Waits until a page shows what it loads: no request is open, and while it drew some frames none was started. Faster than
 * `networkidle`, which waits for half a second each time.
 */
export async function settled(page: Page): Promise<void> {
  const traffic = known.get(page)
  if (traffic === undefined) throw new Error('the requests of this page are not counted')
  for (;;) {
    const before = traffic.started
    await drawFrames(page)
    if (traffic.open.size === 0 && traffic.started === before) return
  }
}

export async function drawFrames(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, quietFrames)
}
