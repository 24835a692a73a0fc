import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Copied Gazette' })

type Call = ReturnType<typeof personOf>

/** One block of each kind that a body can have, in the form that the editor writes. */
const blocks = [
  '# First',
  '## Second with *emphasis* and [a link](https://example.com/a "Titled")',
  'Press <kbd>Ctrl</kbd> twice[^1], `a  b` and ~~struck **bold**~~ words',
  'A ![Gull](https://example.com/gull.png "A gull") flies\\\nby',
  '```js title="x"\nconst a = 1\n\n  b(`c`)\n```',
  '<div class="box">\n  <p>source</p>\n</div>',
  '- [x] done\n- [ ] open',
  '1. one\n2. two',
  '- loose\n\n- list\n\n  ```sh\n  run\n  ```',
  '3. third\n4. fourth',
  '| left | mid | right |\n| :--- | :-: | ----: |\n| 1    |  2  |     3 |',
  '> quoted\n>\n> - within\n> - it',
  '---',
  '```\nplain\n```',
  '[ref]: https://example.com/ref "Title"',
  '[^1]: The note.',
]
const everything = blocks.join('\n\n')

async function openNew(page: Page, call: Call, slug: string, content: string): Promise<string> {
  const id = await openLoading(page, call, slug, content)
  await settled(page)
  return id
}

/** The same, while parts of its code may still be on their way. */
async function openLoading(page: Page, call: Call, slug: string, content: string): Promise<string> {
  const { id } = (await call('createItem', { collectionId: 'articles', title: 'Copied', content })).item
  await page.goto(`/o/${slug}/content/${id}`)
  await expect(page.getByRole('textbox', { name: 'Body' })).toBeVisible()
  return id
}

async function savedBody(page: Page, call: Call, id: string): Promise<string> {
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible()
  return (await call('getItem', { id })).item.content
}

/** What the editor puts into the clipboard for a run of its blocks. */
async function copied(page: Page, first: number, last: number): Promise<Record<string, string>> {
  return page.getByRole('textbox', { name: 'Body' }).evaluate(
    (body, [from = 0, to = 0]) => {
      body.focus()
      getSelection()?.setBaseAndExtent(body, from, body, to + 1)
      const clipboardData = new DataTransfer()
      body.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]))
    },
    [first, last],
  )
}

async function paste(page: Page, kinds: Record<string, string>): Promise<void> {
  await page.getByRole('textbox', { name: 'Body' }).evaluate((body, all) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(all)) clipboardData.setData(type, text)
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, kinds)
}

test('what is cut and pasted is the same, in its article and in another', async ({
  page,
  context,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { slug } = installation.organization
  const own = await openNew(page, call, slug, everything)

  await page.getByRole('textbox', { name: 'Body' }).getByText('First', { exact: true }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+X')
  await page.keyboard.press('ControlOrMeta+V')
  expect(await savedBody(page, call, own)).toBe(everything)

  const other = await openNew(page, call, slug, 'last')
  await page.getByRole('textbox', { name: 'Body' }).getByText('last', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+V')
  expect(await savedBody(page, call, other)).toBe(`last\n\n${everything}`)
})

test('any run of blocks is pasted as it is, whatever it begins and ends with', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const { slug } = installation.organization
  await openNew(page, call, slug, everything)
  const runs = blocks.flatMap((_block, at) => [0, 1, 2].map((more) => [at, at + more] as const))
  // A selection of text neither begins nor ends with a line.
  const within = runs.filter((run) => run.every((at) => at < blocks.length && blocks[at] !== '---'))
  const clips = []
  for (const [first, last] of within) clips.push(await copied(page, first, last))

  const target = await openNew(page, call, slug, within.map((_run, at) => `slot ${at} ends`).join('\n\n'))
  for (const [at, clip] of clips.entries()) {
    await page.getByRole('textbox', { name: 'Body' }).getByText(`slot ${at} ends`, { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await paste(page, clip)
  }

  const saved = (await savedBody(page, call, target)).split(/(?:^|\n\n)slot \d+ ends(?:\n\n|$)/).slice(1)
  expect(saved).toEqual(within.map(([first, last]) => blocks.slice(first, last + 1).join('\n\n')))
})

test('blocks that are pasted behind words stay blocks, and words stay words', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  const cases = {
    '<h1>Head</h1><p>Para</p>': 'Words 0\n\n## Head\n\nPara',
    '<p>first</p><h2>Head</h2>': 'Words 1first\n\n## Head',
    '<ul><li>one</li><li>two</li></ul>': 'Words 2\n\n- one\n- two',
    '<h2>of a heading</h2>': 'Words 3of a heading',
  }
  const content = Object.keys(cases).map((_html, at) => `slot ${at}\n\nWords ${at}`)
  const id = await openNew(page, call, installation.organization.slug, content.join('\n\n'))

  for (const [at, html] of Object.keys(cases).entries()) {
    await page.getByRole('textbox', { name: 'Body' }).getByText(`Words ${at}`, { exact: true }).click()
    await page.keyboard.press('End')
    await paste(page, { 'text/html': html, 'text/plain': `pasted ${at}` })
  }

  const saved = (await savedBody(page, call, id))
    .trim()
    .split(/(?:^|\n\n)slot \d\n\n/)
    .slice(1)
  expect(saved).toEqual(Object.values(cases))
})

test('what is copied is Markdown in a field for source, and words where it is a part of one block', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  await openNew(page, call, installation.organization.slug, everything)

  const all = (await copied(page, 0, blocks.length - 1))['text/plain']
  expect(all).toBe(everything)
  expect((await copied(page, 2, 2))['text/plain']).toBe('Press <kbd>Ctrl</kbd> twice[^1], a  b and struck bold words')
})

test('a picture that is dragged within the text moves, and is not taken in again', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  await page.route('**/media/gull.png', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(dot, 'base64') }),
  )
  const source = '![Gull](/media/gull.png "A gull")\n\nlast'
  const id = await openNew(page, call, installation.organization.slug, source)
  const body = page.getByRole('textbox', { name: 'Body' })

  await body.getByRole('img', { name: 'Gull' }).hover()
  await page.mouse.down()
  const box = await body.getByText('last', { exact: true }).boundingBox()
  if (box === null) throw new Error('the paragraph is not shown')
  await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()

  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await savedBody(page, call, id)).toBe('last![Gull](/media/gull.png "A gull")')
})

/** A picture of one dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('footnotes of Word become footnotes of the text, after those that it has', async ({
  page,
  request,
  installation,
}) => {
  const call = personOf(request, installation)
  // It comes while what reads it is still on its way.
  const pasted = Promise.withResolvers<void>()
  await page.route('**/assets/read-pasted-*.js', (route) => pasted.promise.then(() => route.continue()))
  const id = await openLoading(page, call, installation.organization.slug, 'Before[^1] after\n\n[^1]: Own.')
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.getByText('Before').click()
  await page.keyboard.press('Home')
  for (const _letter of 'Before') await page.keyboard.press('ArrowRight')

  await paste(page, {
    'text/html':
      `<p class="MsoNormal">hand<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1">[1]</a></p>` +
      `<div style="mso-element:footnote-list"><hr><div style="mso-element:footnote" id="ftn1">` +
      `<p class="MsoFootnoteText"><a style="mso-footnote-id:ftn1" href="#_ftnref1" name="_ftn1">[1]</a> See <i>there</i>.</p></div></div>`,
  })

  pasted.resolve()
  await expect(body).toContainText('[^2]')
  expect(await savedBody(page, call, id)).toBe('Beforehand[^2]\n\n[^2]: See *there*.\n\n[^1] after\n\n[^1]: Own.')
})
