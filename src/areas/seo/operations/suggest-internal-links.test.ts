import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { suggestInternalLinks } from '#areas/seo/operations/suggest-internal-links.ts'
import type { ItemId } from '#kernel/ids.ts'
import { beekeeping } from '#test/publication/beekeeping/beekeeping.ts'
import { stage } from '#test/stage.ts'

async function site() {
  const on = await stage()
  return {
    ...on,
    async item(title: string, fields: Record<string, unknown> = {}): Promise<ItemId> {
      const input = { collectionId: 'articles', title, content: 'Nothing.', status: 'published', ...fields }
      return (await on.call(createItem, input as never, { confirm: true })).item.id
    },
    suggest: async (id: ItemId, input = {}) => (await on.call(suggestInternalLinks, { id, ...input })).suggestions,
  }
}

test('phrases that name other published items are found where they stand, the best first', async () => {
  const on = await site()
  const crm = await on.item('Choosing', { primaryKeyword: 'best CRM' })
  const mail = await on.item('Letters', { secondaryKeywords: ['e-mail marketing'] })
  const titled = await on.item('How to measure the lead quality')
  await on.item('Hidden', { primaryKeyword: 'sales funnel', status: 'draft' })
  const content = 'E-mail marketing needs a sales funnel.\n\nWe measure lead\nqualities with the best CRMs.'
  const id = await on.item('Source', { content })

  const suggestions = await on.suggest(id)

  expect(suggestions.map(({ anchor, targetItemId, score }) => [anchor, targetItemId, score])).toEqual([
    ['best CRMs', crm, 0.9],
    ['E-mail marketing', mail, 0.8],
    ['measure lead\nqualities', titled, 0.6],
  ])
  for (const { anchor, offset, sourceItemId } of suggestions) {
    expect(content.slice(offset, offset + anchor.length)).toBe(anchor)
    expect(sourceItemId).toBe(id)
  }
  expect(await on.suggest(id)).toEqual(suggestions)
  expect(await on.suggest(id, { limit: 1 })).toEqual(suggestions.slice(0, 1))
})

test('code, headings, links and what is linked already are left out, and so is the item itself', async () => {
  const on = await site()
  await on.item('A', { primaryKeyword: 'alpha particle' })
  const beta = await on.item('B', { primaryKeyword: 'beta particle' })
  await on.item('C', { primaryKeyword: 'gamma ray' })
  const content =
    '# Alpha particle\n\n`alpha particle` [alpha particle](https://elsewhere.example) alpha **particle** beta, particle.\n\nA beta particle, and a [ray](/articles/c): gamma ray. Delta wave.'
  const id = await on.item('D', { content, primaryKeyword: 'delta wave' })

  expect(await on.suggest(id)).toMatchObject([{ targetItemId: beta, offset: content.indexOf('beta particle') }])
})

test('HTML bodies are read by their elements', async () => {
  const on = await site()
  const alpha = await on.item('A', { primaryKeyword: 'alpha particle' })
  const content =
    '<h2>Alpha particle</h2><pre>alpha particle</pre><p title="alpha particle">An <a href="/x">alpha particle</a> or alpha particle</p>'
  const id = await on.item('D', { content, contentFormat: 'html' })

  expect(await on.suggest(id)).toMatchObject([{ targetItemId: alpha, offset: content.lastIndexOf('alpha particle') }])
})

test('scripts without blanks are read letter by letter', async () => {
  const on = await site()
  const target = await on.item('B', { primaryKeyword: '顧客管理' })
  const content = '最適な顧客管理を選ぶ。'
  const id = await on.item('A', { content })

  expect(await on.suggest(id)).toMatchObject([{ anchor: '顧客管理', offset: 3, targetItemId: target }])
})

test('other items whose text names the item could link to it', async () => {
  const on = await site()
  const target = await on.item('Choosing', { primaryKeyword: 'best CRM' })
  const naming = await on.item('One', { content: 'Which is the best CRM?' })
  await on.item('Two', { content: 'The best CRM is [here](/articles/choosing).' })
  await on.item('Three', { content: 'The `best CRM` only.' })
  await on.item('Four', { content: 'The best CRM.', status: 'draft' })

  expect(await on.suggest(target, { direction: 'in' })).toEqual([
    { anchor: 'best CRM', offset: 13, sourceItemId: naming, targetItemId: target, score: 0.9 },
  ])
})

test('an item of the trash is not found', async () => {
  const on = await site()
  const id = await on.item('A')
  await on.call(deleteItem, { id }, { confirm: true })

  await expect(on.suggest(id)).rejects.toMatchObject({ code: 'not_found' })
})

test('labelled links of a publication: precision of at least 0.90 and recall of at least 0.72', async () => {
  const on = await site()
  const ids = new Map<string, string>()
  for (const { slug, title, keyword, body } of beekeeping)
    ids.set(slug, await on.item(title, { slug, primaryKeyword: keyword, content: body }))
  const slugs = new Map([...ids].map(([slug, id]) => [id, slug]))

  const [found, wanted]: [string[], string[]] = [[], []]
  for (const { slug, links } of beekeeping) {
    const suggestions = await on.suggest(ids.get(slug) as never, { limit: 20 })
    found.push(...suggestions.map(({ targetItemId }) => `${slug} to ${slugs.get(targetItemId)}`))
    wanted.push(...links.map((link) => `${slug} to ${link}`))
  }

  const right = found.filter((link) => wanted.includes(link))
  const [precision, recall] = [right.length / found.length, right.length / wanted.length]
  process.stdout.write(
    `internal links: ${found.length} suggested, ${wanted.length} wanted; precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}\n`,
  )
  const wrong = found.filter((link) => !wanted.includes(link)).join('\n')
  expect(precision, wrong).toBeGreaterThanOrEqual(0.9)
  expect(recall, wanted.filter((link) => !found.includes(link)).join('\n')).toBeGreaterThanOrEqual(0.72)
})
