import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { stage } from '#test/stage.ts'

const lastInput = async (on: Awaited<ReturnType<typeof stage>>) => {
  const { input_summary: summary } = await on.rows(({ db }) =>
    db.selectFrom('audit_record').select('input_summary').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  )
  return summary
}

test('a title with the letters of an escaped NUL is recorded as it is', async () => {
  const on = await stage()
  const title = String.raw`How JSON writes \u0000 and \ud800`

  await on.call(createItem, { collectionId: 'articles' as never, title })

  expect(await lastInput(on)).toMatchObject({ title })
})

test('what was sent in place of an id or a listed value is recorded by the name of its field', async () => {
  const on = await stage()
  const pasted = 'mh_sk_0123456789abcdefghijABCDEFGHIJ012345'

  for (const value of [pasted, [pasted], [[pasted]]])
    for (const field of ['collectionId', 'tagIds', 'contentFormat', 'relatedArticles']) {
      await on.answerOf(createItem, { collectionId: 'articles', title: 'T', [field]: value })
      expect(JSON.stringify(await lastInput(on)), field).not.toContain(pasted)
    }
  await on.answerOf(createItem, { collectionId: 'articles', title: 'T', contentFormat: 'html', tagIds: [] })
  expect(await lastInput(on)).toEqual({ collectionId: 'articles', title: 'T', contentFormat: 'html', tagIds: [] })
})

test('a long title is cut between words and marked as cut, in the record and in its sentence', async () => {
  const on = await stage()
  const title = `${'Keel '.repeat(23)}Lighthouse keepers`

  await on.call(createItem, { collectionId: 'articles' as never, title })

  const record = await on.rows(({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['object', 'sentence'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  const cut = `${'Keel '.repeat(22)}Keel…`
  expect(record.object).toMatchObject({ title: cut })
  expect(record.sentence).toContain(`: “${cut}”`)
})

test('a field that is called toJSON is recorded like any other, and masked', async () => {
  const on = await stage()
  const schemaJsonLd = { '@context': 'https://schema.org', '@type': 'Thing', toJSON: 'x', name: 'mh_sk_0123456789' }

  await on.answerOf(createItem, { collectionId: 'articles', title: { toJSON: 'x' } as never, schemaJsonLd })

  expect(JSON.stringify(await lastInput(on))).not.toContain('0123456789')
  await on.call(createItem, { collectionId: 'articles' as never, title: 'T', schemaJsonLd })
  expect(JSON.stringify(await lastInput(on))).not.toContain('0123456789')
})
