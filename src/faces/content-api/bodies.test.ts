import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { writeMissingJson } from '#areas/content/index.ts'
import { contentApi, organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { listeningTo } from '#test/statements.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

/** Every character that either engine stores: those that JSON writes in another way are frequent. */
const stored = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', '\\', '/', '\n', '\t', '\b', '\u001f', '\u007f', '\u2028', '</p>', '\\u0000'),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join('').toWellFormed().replaceAll('\0', ''))
const bodies = fc.sample(fc.record({ content: stored, html: stored }), { numRuns: 40, seed: 7 })

/** Rows as a release before the columns has left them. */
async function forgetJson(organizationId: string) {
  await database.asOwner(async ({ query }) => {
    await query(`alter table app.item_body disable trigger write_body_as_json`)
    await query(
      `update app.item_body set content_json = null, content_html_json = null where organization_id = '${organizationId}'`,
    )
    await query(`alter table app.item_body enable trigger write_body_as_json`)
  })
}

type Attributes = { content?: string; content_html?: string; slug: string }

test('bodies are sent as they are stored, with and without their JSON', async () => {
  const { id, get, item, write } = await organizationWithContent(database)
  for (const [n, body] of bodies.entries()) await item(`body-${n}`, { title: `"Body" \\u0000 ${n}`, ...body })
  const expected = bodies.map(({ content, html }, n) => ({ slug: `body-${n}`, content, content_html: html }))
  const sent = async () => {
    const { json } = await get('/articles?per_page=100&orderby=created_at&order=asc&_fields=slug,content,content_html')
    return json.data.map(({ attributes }: { attributes: Attributes }) => attributes)
  }
  const text = (await get('/articles?per_page=100')).text

  expect(await sent()).toEqual(expected)

  await forgetJson(id)
  expect(await sent()).toEqual(expected)
  expect((await get('/articles?per_page=100')).text).toBe(text)

  const missing = () => write(({ db }) => writeMissingJson(db, 30))
  expect([await missing(), await missing(), await missing()]).toEqual([30, 10, 0])
  expect(await sent()).toEqual(expected)
  expect((await get('/articles?per_page=100')).text).toBe(text)
})

test('a body that another release writes is sent', async () => {
  const { get, item, write } = await organizationWithContent(database)
  const itemId = await item('ink', { content: 'Old', html: '<p>Old</p>' })

  // It does not know the columns.
  await write(({ db }) =>
    db
      .updateTable('item_body')
      .set({ content: 'New', content_html: '<p>New</p>' })
      .where('item_id', '=', itemId)
      .execute(),
  )

  const { json } = await get('/articles/ink')
  expect(json.data.attributes).toMatchObject({ content: 'New', content_html: '<p>New</p>' })
})

test.each([
  ['title', []],
  ['title,content_html', ['content_html']],
  ['content', ['content']],
  ['all', ['content', 'content_html']],
  ['*', ['content', 'content_html']],
])('with _fields=%s only these texts of bodies are read: %j', async (fields, texts) => {
  const { id, item } = await organizationWithContent(database)
  await item('ink', { content: 'Ink', html: '<p>Ink</p>' })
  const { database: heard, statements } = listeningTo(database)

  const { json } = await contentApi(heard)(`/v1/${id}/articles?_fields=${fields}`)

  const shown = Object.keys(json.data[0].attributes).filter((name) => name.startsWith('content'))
  expect(shown).toEqual(texts)
  const read = ['content', 'content_html'].filter((name) => statements[0]?.text.includes(`"b"."${name}_json"`))
  expect(read).toEqual(texts)
})
