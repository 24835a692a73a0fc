import type { Page } from '@playwright/test'

import { agentOf } from './agent-calls.ts'
import { expect, test } from './fixtures.ts'
import { linkedPaths } from './linked-paths.ts'
import { personOf } from './person-calls.ts'
import { visit } from './visit.ts'

// web.md#red-is-public
test.use({ organizationName: 'Ink and Press', withExamples: true })
// The first needs an organization in which no agent has worked yet.
test.describe.configure({ mode: 'serial' })

const home = '/o/ink-and-press'

/** What has a colour of the tokens whose names begin so: its words, and the words of what it is in. */
type Coloured = { words: string; around: string; tag: string; part: 'text' | 'ground' | 'edge'; isInvalid: boolean }

async function openAll(page: Page, paths: readonly string[], look: (path: string) => Promise<void>): Promise<void> {
  for (const path of paths) {
    await visit(page, path)
    await look(path)
  }
}

test('where no agent has been, nothing is teal but what is about agents', async ({ page }) => {
  test.slow()
  const paths = [...(await linkedPaths(page, home)), `${home}/content/fix-list`, `${home}/ai-answers?tab=questions`]

  await openAll(page, paths, async (path) => {
    const others = (await coloured(page, 'agent')).filter(({ around }) => !/agent/i.test(around))
    expect.soft(others, path).toEqual([])
  })
})

test('red fills only buttons, and only where the public sees the press; what opens a question is outlined', async ({
  page,
  request,
  installation,
}) => {
  test.slow()
  const { items } = await personOf(request, installation)('listManagerItems', { pageSize: 50 })
  const first = (wanted: string) => items.find(({ status }: { status: string }) => status === wanted).id
  const [live, draft] = [first('published'), first('draft')]
  const paths = [...(await linkedPaths(page, home)), `${home}/content/${live}`, `${home}/content/${draft}`]

  await openAll(page, paths, async (path) => {
    const red = await coloured(page, 'press')
    expect
      .soft(
        red.filter(({ part }) => part === 'ground'),
        `${path}: filled before anything is asked`,
      )
      .toEqual([])
    const outlined = red.filter(({ part, tag, isInvalid }) => part === 'edge' && /^(A|BUTTON)$/.test(tag) && !isInvalid)
    expect
      .soft(
        outlined.filter(({ words }) => !/…( |$)/.test(words)),
        `${path}: outlined, and asks nothing`,
      )
      .toEqual([])
  })
})

test('the name of an agent that worked is teal, and no other words are', async ({ page, request, installation }) => {
  const person = personOf(request, installation)
  const agent = await agentOf(request, installation, { name: 'Nightly writer' })
  await agent('createItem', { collectionId: 'articles', title: 'By an agent', content: 'Words.' })
  await person('createItem', { collectionId: 'articles', title: 'By a person', content: 'Words.' })

  await openAll(page, [home, `${home}/content`, `${home}/settings/api`, `${home}/settings/audit-log`], async (path) => {
    // Rows are drawn after their answer has come.
    await expect(page.getByText('Nightly writer').first(), path).toBeVisible()
    const names = (await coloured(page, 'agent')).filter(({ part, words }) => part === 'text' && words !== '')
    expect
      .soft(
        names.map(({ words }) => words),
        path,
      )
      .toContain('Nightly writer')
    expect
      .soft(
        names.filter(({ words }) => words !== 'Nightly writer'),
        path,
      )
      .toEqual([])
  })
})

/**
 * What has a colour of the tokens that a prefix names (`agent`, `press`): as the colour of its own words or lines, as a ground that is larger than a
 * mark, or as an edge. Read from what the browser computed, so that it does not matter which class or part it comes from.
 */
async function coloured(page: Page, prefix: 'agent' | 'press'): Promise<Coloured[]> {
  return page.evaluate((prefix) => {
    const probe = document.body.appendChild(document.createElement('i'))
    const colourOf = (token: string) => {
      probe.style.color = `var(--${token})`
      return getComputedStyle(probe).color
    }
    const full = colourOf(prefix)
    const colours = new Set([full, colourOf(`${prefix}-ink`), colourOf(`${prefix}-soft`)])
    probe.remove()
    const largestMark = 12
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      const style = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      const hasWords = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
      const isLine = element instanceof SVGGeometryElement
      const isEdged = (['Top', 'Right', 'Bottom', 'Left'] as const).some(
        (side) =>
          Number.parseFloat(style[`border${side}Width`]) > 0 &&
          style[`border${side}Style`] !== 'none' &&
          colours.has(style[`border${side}Color`]),
      )
      const isMark = width <= largestMark && height <= largestMark
      const found = {
        text:
          (hasWords && colours.has(style.color)) || (isLine && (colours.has(style.stroke) || colours.has(style.fill))),
        // A tint is a ground of its own: it fills nothing.
        ground: prefix === 'agent' ? colours.has(style.backgroundColor) : style.backgroundColor === full && !isMark,
        edge: isEdged,
      }
      const block = element.closest('li, tr, p, a, button, figure, section')
      const about = {
        words: element.textContent.trim(),
        around: block?.textContent ?? '',
        tag: element.tagName,
        isInvalid: element.getAttribute('aria-invalid') === 'true',
      }
      return (['text', 'ground', 'edge'] as const).filter((part) => found[part]).map((part) => ({ ...about, part }))
    })
  }, prefix)
}
