import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import type { Installation } from './installed-server.ts'
import { linkedPaths } from './linked-paths.ts'
import { excessWidth, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { plantSecrets } from './planted-secrets.ts'
import { settled } from './traffic.ts'
import { visit } from './visit.ts'

// With data: an empty list fits everywhere.
test.use({ organizationName: 'Estuary Review', withExamples: true })

/** More presses of Tab than any screen has stops. */
const mostStops = 400

/** Screens that no link of the sidebar or of Settings leads to. */
const furtherScreens = [
  '/content/fix-list',
  '/content/duplicates',
  '/content/import',
  '/topics?view=list',
  '/agents/operations',
  '/agents/operations/updateItem',
  '/settings/collections/articles',
  '/account',
  '/no-such-page',
]

/** As long as a title gets, with a word that is wider than a phone. */
const longTitle =
  'Announcing what the authors could not decide to leave out, with Donaudampfschifffahrtselektrizitätenhauptbetriebswerk in its middle'

/** A name that nothing breaks, as engines, competitors and people may have. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** A live article, what answers say, and the person: each with a name that is wider than a phone. */
async function plantUnbrokenNames(request: APIRequestContext, installation: Installation) {
  const person = personOf(request, installation)
  const { item } = await person('createItem', { collectionId: 'articles', title: longName, content: 'Text.' })
  await person('publishItem', { id: item.id }, { confirm: true })
  const { items: named } = await person('listAsvCompetitors', {})
  if (named.every(({ name }: { name: string }) => name !== longName))
    await person('createAsvCompetitor', { name: longName, domains: ['long.example'] })
  const { items: prompts } = await person('listAsvPrompts', { pageSize: 1 })
  const url = 'https://long.example/'
  const text = `1. ${longName}`
  for (const engineLabel of [longName, 'A second engine', 'A third engine'])
    await person('importAsvAnswers', {
      engineLabel,
      answers: [{ promptId: prompts[0].id, text, citations: [{ url }], observedAt: new Date().toISOString() }],
    })
  await person('updateProfile', { displayName: longName })
  return [`/ai-answers/articles/${item.id}`, `/ai-answers?prompt=${prompts[0].id}`, '/ai-answers?tab=engines']
}

/** An article with long names all over it, the agent that wants it published, and its call that waits. */
async function plantLongNames(request: APIRequestContext, installation: Installation) {
  const person = personOf(request, installation)
  const tagIds = []
  for (const name of ['Engineering of very long names of terms', 'Bundesausbildungsförderungsgesetzesänderung']) {
    const { items: terms } = await person('listTaxonomyTerms', { taxonomy: 'tag', search: name })
    tagIds.push((terms[0] ?? (await person('createTaxonomyTerm', { taxonomy: 'tag', name })).term).id)
  }
  const { item } = await person('createItem', { collectionId: 'articles', title: longTitle, content: 'Text.', tagIds })
  await person('setApprovalPolicy', { risks: ['publish'] })
  const key = { name: 'An agent whose name is as long as the name of an agent may be', scopes: ['content:publish'] }
  const { id, secret } = await person('createApiKey', key)
  const answer = await request.post(`${installation.origin}/v2/tools/publishItem`, {
    headers: { 'X-API-Key': secret },
    data: { input: { id: item.id }, confirm: true },
  })
  const { approvalId } = (await answer.json()).error.details
  return [`/content/${item.id}`, `/content?peek=${item.id}`, `/approvals/${approvalId}`, `/agents/${id}`]
}

/** Every screen that a link of the navigations leads to, those behind them, and an article. */
async function pathsOf(page: Page, request: APIRequestContext, installation: Installation): Promise<string[]> {
  const home = `/o/${installation.organization.slug}`
  const { items } = await personOf(request, installation)('listManagerItems', { pageSize: 1 })
  const long = await plantLongNames(request, installation)
  const linked = await linkedPaths(page, home)
  const further = [...furtherScreens, `/content/${items[0].id}`, ...long]
  return [...new Set([...linked, ...further.map((path) => home + path)])]
}

test.describe('with names that nothing breaks', () => {
  // A sentence that names them takes more lines than there is room for until it comes: the other walks are without them.
  test.use({ organizationName: 'Estuary Review of Names' })

  // One test: each visit of every screen takes as long as many a test.
  test('every screen says where it is, is whole at 320 px and at 200 %, still where motion is unwanted, drawn in forced colours, and holds no secret', async ({
    page,
    request,
    installation,
  }) => {
    test.setTimeout(300_000)
    const unbroken = await plantUnbrokenNames(request, installation)
    const home = `/o/${installation.organization.slug}`
    const paths = [...(await pathsOf(page, request, installation)), ...unbroken.map((path) => home + path)]
    expect(paths.length).toBeGreaterThan(30)
    const planted = await plantSecrets(page, installation)
    for (const path of paths) {
      await visit(page, path)
      if (!path.endsWith('/no-such-page'))
        await expect.soft(page.getByRole('banner').getByRole('link').first(), path).toHaveText(/\w/)
      for (const [what, width, height] of sizes) {
        await page.setViewportSize({ width, height })
        await settled(page)
        expect.soft(await excessWidth(page), `${path}, ${what}: wider than its window`).toBeLessThanOrEqual(0)
        expect.soft(await cutOff(page), `${path}, ${what}: cut off`).toEqual([])
        expect.soft(await squeezed(page), `${path}, ${what}: squeezed`).toEqual([])
        expect.soft(await beyond(page), `${path}, ${what}: the current one is beyond the edge`).toEqual([])
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      expect.soft(await moving(page), `${path}: moves`).toEqual([])
      await page.emulateMedia({ forcedColors: 'active' })
      expect.soft(await bare(page), `${path}: a control without an outline in forced colours`).toEqual([])
      await page.emulateMedia({ forcedColors: 'none' })
      expect.soft(await planted.found(), `${path}: a secret`).toEqual([])
    }
    await planted.close()
  })
})

test('no screen moves while what it shows comes late', async ({ page, request, installation, context }) => {
  test.setTimeout(300_000)
  // Over a phone's whole window a peek opens with a title of one line, whatever it turns out to be.
  const paths = (await pathsOf(page, request, installation)).filter((path) => !path.includes('?peek='))
  const session = await context.newCDPSession(page)
  // A file or an answer takes as long as over a network: all that comes apart is seen apart.
  const late = { offline: false, latency: 60, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', late)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const [at, path] of paths.entries()) {
    await page.setViewportSize(at % 2 === 0 ? { width: 390, height: 844 } : { width: 1440, height: 900 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await settled(page)
    expect.soft(await layoutShift(page), path).toBeLessThan(0.02)
  }
})

/** A window of 1280 px at 200 % has room for 640. */
const sizes = [
  ['320 px', 320, 640],
  ['200 %', 640, 400],
] as const

/** The current tabs and links of rows that scroll sideways, where they are not in view. */
async function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=tab][aria-selected=true], nav [aria-current=page]')]
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return element.checkVisibility({ visibilityProperty: true }) && (left < 0 || right > innerWidth)
      })
      .map(({ textContent }) => textContent),
  )
}

/** Tabs and links of rows that are narrower than their words. */
async function squeezed(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=tab], nav[aria-label] a')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map(({ textContent }) => textContent),
  )
}

/** Texts and controls that lie beyond the edge of the window, where nothing scrolls them in. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canScroll = (element: Element): boolean => {
      for (let up: Element | null = element; up !== null; up = up.parentElement) {
        const { overflowX } = getComputedStyle(up)
        if ((overflowX === 'auto' || overflowX === 'scroll') && up.scrollWidth > up.clientWidth) return true
      }
      return false
    }
    // What ends in three dots in a line of a table is read under the pointer and beside the list.
    const isShortened = (element: Element) => element.closest('td.truncate') !== null && innerWidth >= 640
    return [...document.querySelectorAll('main :is(a, button, input, select, textarea, h1, h2, h3, p, th, td, label)')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        // What only a screen reader is told is one pixel wide, or in something that is.
        if (
          width < 2 ||
          height < 2 ||
          element.closest('.sr-only') !== null ||
          !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        )
          return false
        return (left < -1 || right > innerWidth + 1) && !canScroll(element) && !isShortened(element)
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
  })
}

/** What would still move. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (times: string) => Math.max(...times.split(',').map(Number.parseFloat))
    return [...document.querySelectorAll('body, body *')]
      .filter((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
        return (animationName !== 'none' && longest(animationDuration) > 0.01) || longest(transitionDuration) > 0.01
      })
      .map((element) => `${element.tagName} ${element.className}`)
  })
}

/** Fields and switches whose edge nobody sees once the system has taken their colours. What has words or an icon is seen by it. */
function bare(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasEdge = (element: Element | null): boolean => {
      if (element === null) return false
      const { borderTopWidth, borderBottomWidth, outlineStyle, appearance } = getComputedStyle(element)
      const isEdged = Number.parseFloat(borderTopWidth) + Number.parseFloat(borderBottomWidth) > 0
      return isEdged || outlineStyle !== 'none' || (element.matches('input') && appearance !== 'none')
    }
    return [...document.querySelectorAll<HTMLElement>('main :is(button, input, select, [role=switch])')]
      .filter((element) => element.checkVisibility() && element.offsetWidth > 2 && element.offsetHeight > 2)
      .filter((element) => element.textContent?.trim() === '' && element.querySelector('svg, img') === null)
      .filter(
        (element) => ![element, element.parentElement, element.parentElement?.parentElement ?? null].some(hasEdge),
      )
      .map((element) => `${element.tagName} ${element.ariaLabel ?? element.id} ${element.className}`)
  })
}

test('the Tab key walks through every screen: each stop is seen, and none is a trap', async ({
  page,
  request,
  installation,
}) => {
  test.setTimeout(300_000)
  for (const path of await pathsOf(page, request, installation)) {
    await visit(page, path)
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      document.querySelector('a')?.focus()
    })
    let stops = 0
    for (let last = ''; stops < mostStops; stops++) {
      await page.keyboard.press('Tab')
      const { isDone, name, isSeen, isWhole } = await page.evaluate(focused)
      if (isDone) break
      expect.soft(isWhole, `${path}: the ring around ${name} is cut off`).toBe(true)
      expect.soft(isSeen, `${path}: no ring around ${name}`).toBe(true)
      // In a text the key belongs to its lists and tables until Escape is pressed.
      if (name === last) await page.keyboard.press('Escape')
      last = name
    }
    expect.soft(stops, `${path}: Tab does not come to its end`).toBeLessThan(mostStops)
    expect.soft(stops, `${path}: stops of Tab`).toBeGreaterThan(5)
  }
})

/** Where the focus is, and whether one sees it there. */
function focused() {
  const element = document.activeElement
  if (element === null || element === document.body || element === document.querySelector('a'))
    return { isDone: true, name: '', isSeen: true, isWhole: true }
  const all = [...document.querySelectorAll('*')]
  const name = `${all.indexOf(element)} ${element.tagName} ${element.ariaLabel ?? element.textContent?.slice(0, 30)}`
  const rings = [element, element.parentElement, element.closest('label')].filter((one) => one !== null)
  const isRinged = rings.some((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  const isText = element.matches('textarea, [contenteditable=true]')
  const { width, height } = element.getBoundingClientRect()
  return { isDone: false, name, isSeen: (isRinged || isText) && width > 0 && height > 0, isWhole: isWhole(element) }

  /** Whether nothing that the element is in cuts off a part of its ring. */
  function isWhole(ringed: Element): boolean {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(ringed)
    if (outlineStyle === 'none' || ringed.getClientRects().length !== 1) return true
    const reach = Math.max(0, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset))
    const ring = ringed.getBoundingClientRect()
    for (let up = ringed.parentElement; up !== null && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, overflowClipMargin } = getComputedStyle(up)
      const edge = up.getBoundingClientRect()
      const spare = 1 + (overflowX === 'clip' ? Number.parseFloat(overflowClipMargin) : 0) - reach
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (cuts(overflowX) && (ring.left < edge.left - spare || ring.right > edge.right + spare)) return false
      if (cuts(overflowY) && (ring.top < edge.top - spare || ring.bottom > edge.bottom + spare)) return false
    }
    return true
  }
}
