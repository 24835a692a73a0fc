import { expect, test } from 'vitest'
import { z } from 'zod'

import { bulkUpdateItems } from '#areas/content/operations/bulk-update-items.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { catalog } from '#catalog/catalog.ts'
import { portableSchema } from '#catalog/derived/json-schema.ts'
import { type Details, Refusal } from '#kernel/errors.ts'
import { type IdKind, listedBy, newId } from '#kernel/ids.ts'
import { idKindsAt, inPlainWords } from '#kernel/input-problems.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { fieldOf } from '#std/objects.ts'

import { stage } from './stage.ts'

const operations: readonly AnyOperation[] = Object.values(catalog).flat()

test('each kind of id that an input takes names the operation that lists it', () => {
  const taken = operations.flatMap(({ name, input }) =>
    Object.keys(input.shape)
      .flatMap((field) => [idKindsAt(input, [field]), idKindsAt(input, [field, 0])].flat())
      .flatMap((kind) => (listedBy[kind] !== undefined ? [] : [`${name}: ${kind}`])),
  )
  expect(taken).toEqual([])

  for (const [kind, list] of Object.entries(listedBy) as [IdKind, string][]) {
    const op = operations.find(({ name }) => name === list)
    expect(op?.risk, list).toBe('read')
    const { items } = portableSchema(op?.output ?? z.object({}), 'output')['properties'] as Record<string, object>
    const fields = Object.keys(fieldOf(fieldOf(items, 'items'), 'properties') ?? {})
    expect(fields.includes('id') || fields.includes(`${kind}Id`), `${list} ${kind}`).toBe(true)
  }
})

test('what a text has to look like is said in words', () => {
  const fields = operations.flatMap(({ name, input }) =>
    Object.keys(input.shape).map((field) => ({ name, input, field })),
  )
  const unsaid = fields.filter(({ input, field }) =>
    ['?', ['?']].some((value) =>
      input.safeParse({ [field]: value }, inPlainWords).error?.message.includes('another form'),
    ),
  )

  expect(unsaid.map(({ name, field }) => `${name} ${field}`)).toEqual([])
})

test('what an example names and does not exist is refused with its place in the input', async () => {
  const { answerOf } = await stage()
  let seen = 0
  for (const op of operations.filter(({ excluded }) => excluded === undefined))
    for (const { input } of op.examples ?? []) {
      const { body } = await answerOf(op, input, { confirm: true, idempotencyKey: newId('request') })
      const { error } = JSON.parse(body) as { error?: { code: string; message: string; details?: Details } }
      if (error?.code !== 'not_found') continue
      seen++
      expect(error.details, op.name).toEqual([
        {
          path: expect.stringMatching(/^\/input\/./) as unknown,
          message: expect.stringContaining(error.message) as unknown,
          code: 'not_found',
        },
      ])
      const path = String(fieldOf(fieldOf(error.details, '0'), 'path'))
      const value = path
        .split('/')
        .slice(2)
        .reduce<unknown>((at, name) => fieldOf(at, name), input)
      expect(value, `${op.name} ${path}`).toBeDefined()
    }
  expect(seen).toBeGreaterThan(25)
})

test('a slug or the id of another record in the place of an id is called what it is', async () => {
  const { call } = await stage()
  const proposalOf = async (work: Promise<unknown>) => {
    const refusal = await work.catch((error: unknown) => error)
    const { code, details } = refusal instanceof Refusal ? refusal : new Refusal('internal_error', String(refusal))
    return [code, fieldOf(fieldOf(details, '0'), 'message')]
  }

  expect(await proposalOf(call(getItem, { id: 'my-post' as never }))).toEqual([
    'not_found',
    expect.stringContaining('Give a slug in "slug", not here.'),
  ])
  expect(await proposalOf(call(getItem, { slug: 'my-post' }))).toEqual([
    'not_found',
    expect.stringContaining('listManagerItems with "search"'),
  ])
  expect(await proposalOf(call(deleteItem, { id: 'my-post' as never }, { confirm: true }))).toEqual([
    'not_found',
    expect.stringContaining('getItem with "slug" finds the id of a slug.'),
  ])
  expect(await proposalOf(call(getItem, { id: newId('collection') as never }))).toEqual([
    'not_found',
    expect.stringContaining('the id of another kind of record (col_...)'),
  ])
  expect(await proposalOf(call(getItem, { id: newId('item') }))).toEqual([
    'not_found',
    'There is no such item. listManagerItems lists the ids.',
  ])
  // The id of a term may be of two kinds.
  for (const [termId, words] of [
    [newId('tag'), ''],
    ['my-tag', ' Ids of this kind begin with cat_ or tag_.'],
  ] as const)
    expect(await proposalOf(call(deleteTaxonomyTerm, { termId: termId as never }, { confirm: true }))).toEqual([
      'not_found',
      `There is no such category or tag here. listTaxonomyTerms names them.${words}`,
    ])
})

test('a dry run names no job, and lists of items take fields', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, { collectionId: 'articles' as never, title: 'One' })
  const change = { ids: [item.id], patch: { tagIds: [] } }

  expect(await call(bulkUpdateItems, change, { dryRun: true })).toMatchObject({ jobId: null, state: 'queued' })
  expect(await call(bulkUpdateItems, change)).toMatchObject({ jobId: expect.stringMatching(/^job_/) as unknown })
  expect((await call(listManagerItems, { fields: ['title', 'status'] })).items).toEqual([
    { id: item.id, title: 'One', status: 'draft' },
  ])
})
