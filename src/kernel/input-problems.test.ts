import { expect, test } from 'vitest'
import { z } from 'zod'

import { inPlainWords, problemsOf } from './input-problems.ts'
import { id, text } from './schema.ts'

const picture = z.strictObject({ type: z.literal('picture'), url: text(5), width: z.int().min(1) })
const quote = z.strictObject({ type: z.literal('quote'), text: text(5), by: text(5) })
const schema = z.strictObject({
  title: text(10),
  collectionId: id('collection'),
  termId: id('category', 'tag').optional(),
  status: z.enum(['draft', 'published']).optional(),
  states: z
    .array(z.enum(['draft', 'published']))
    .min(1)
    .max(2)
    .optional(),
  block: z.union([z.string(), picture, quote]).optional(),
  draft: z
    .looseObject({})
    .pipe(z.strictObject({ body: text(5) }))
    .optional(),
  tags: z
    .array(z.strictObject({ tagId: id('tag') }))
    .max(1)
    .default([]),
  mapping: z.partialRecord(z.enum(['title', 'slug']), text(20)).optional(),
})

function problems(input: object) {
  const { error } = schema.safeParse({ title: 'One', collectionId: 'col_x', ...input }, inPlainWords)
  return problemsOf(schema, error?.issues ?? [], ['input'])
}

test.each([
  [{ titel: 'One' }, '/input/titel', 'Unknown field. Did you mean "title"?'],
  [{ collection: 'x' }, '/input/collection', 'Unknown field. Did you mean "collectionId"?'],
  [{ dryRun: true }, '/input/dryRun', 'Unknown field. "dryRun" is given next to the input, not in it.'],
  [{ dry_run: true }, '/input/dry_run', 'Unknown field. Did you mean "dryRun"?'],
  [{ 'Idempotency-Key': 'x' }, '/input/Idempotency-Key', 'Unknown field. Did you mean "idempotencyKey"?'],
  [
    { xyz: 1 },
    '/input/xyz',
    'Unknown field. Accepted are title, collectionId, termId, status, states, block, draft, tags, mapping.',
  ],
  [{ tags: [{ tagid: 'x', tagId: 'y' }] }, '/input/tags/0/tagid', 'Unknown field. Did you mean "tagId"?'],
  [{ tags: [{}] }, '/input/tags/0/tagId', 'Required: the id (tag_...) from listTaxonomyTerms'],
  [{ draft: { body: 'x', bodi: 'y' } }, '/input/draft/bodi', 'Unknown field. Did you mean "body"?'],
  [{ draft: { body: 'x', xyz: 'y' } }, '/input/draft/xyz', 'Unknown field. Accepted are body.'],
  [{ mapping: { titel: 'x' } }, '/input/mapping/titel', 'Unknown field. Did you mean "title"?'],
  [{ mapping: { title: 'x', xyz: 'y' } }, '/input/mapping/xyz', 'Unknown field. Accepted are title, slug.'],
  [{ collectionId: undefined }, '/input/collectionId', 'Required: the id (col_...) from listCollections'],
  [{ title: undefined }, '/input/title', 'Required'],
  [{ title: 5 }, '/input/title', 'Must be a text'],
  [{ title: 'x'.repeat(11) }, '/input/title', 'Must have at most 10 characters'],
  [{ tags: 'one of them' }, '/input/tags', 'Must be a list'],
  [{ states: 'draft' }, '/input/states', 'Must be a list of some of draft, published'],
  [{ states: [] }, '/input/states', 'Must have at least 1 entry'],
  [{ states: ['draft', 'draft', 'draft'] }, '/input/states', 'Must have at most 2 entries'],
  [{ status: 'publish' }, '/input/status', 'Must be one of draft, published. Did you mean "published"?'],
])('%j: %s', (input, path, message) => {
  expect(problems(input)).toEqual([expect.objectContaining({ path, message })])
})

test('of a union only the branch that was meant is reported', () => {
  expect(problems({ block: { type: 'quote', text: 'Words', from: 'x' } })).toEqual([
    { path: '/input/block/by', message: 'Required', code: 'required' },
    expect.objectContaining({ path: '/input/block/from', code: 'unknown_field' }),
  ])
  expect(problems({ block: { type: 'picture', url: 'x', width: 0 } })).toEqual([
    { path: '/input/block/width', message: 'Must be at least 1', code: 'too_small' },
  ])
})
