import { describe, expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { exclusions } from '#catalog/excluded.ts'
import { procedures } from '#catalog/procedures.ts'

import { readSources } from './floors.ts'
import { missingInLists, missingSamples, reservedInVain } from './lists.ts'
import { sampled } from './samples.ts'

const names = [...Object.values(catalog).flat(), ...procedures].map(({ name }) => name)

test('what an area declares is in the lists of its door, and its door is in the lists of all', () => {
  expect(missingInLists(readSources())).toEqual([])
})

test('every operation has a sample, or an example that can be called', () => {
  expect(missingSamples(catalog, sampled)).toEqual([])
})

test('no name that exists is reserved', () => {
  expect(reservedInVain(exclusions, names)).toEqual([])
})

describe('what is missing is reported with the line to write', () => {
  const complete = new Map([
    ['areas/topics/index.ts', 'export const operations = [createTopic] as const\nexport const jobs = [sortTopicsJob]'],
    ['areas/topics/operations/create-topic.ts', "export const createTopic = operation({ name: 'createTopic' })"],
    ['areas/topics/jobs/sort-topics.ts', 'export const sortTopicsJob = job({'],
    ['catalog/areas.ts', "import * as topics from '#areas/topics/index.ts'"],
  ])
  const withText = (file: string, text: string) => missingInLists(new Map([...complete, [file, text]]))

  test('an operation that its door does not have', () => {
    expect(withText('areas/topics/operations/drop-topic.ts', 'export const dropTopic = operation({')).toContain(
      "src/areas/topics/index.ts: add `dropTopic` to `operations`, and `import { dropTopic } from './operations/drop-topic.ts'`",
    )
  })

  test('a procedure of an area that had none', () => {
    expect(withText('areas/topics/procedures/watch-topics.ts', 'export const watchTopics = procedure({')).toEqual([
      "src/areas/topics/index.ts: add `watchTopics` to `procedures`, and `import { watchTopics } from './procedures/watch-topics.ts'`",
    ])
  })

  test('an area that is not in the list of all', () => {
    expect(withText('catalog/areas.ts', '')).toContain("src/catalog/areas.ts: add '#areas/topics/index.ts'")
  })

  test('a file that is not named after what it declares', () => {
    expect(withText('areas/topics/operations/x.ts', 'export const createTopic = operation({')).toEqual([
      'src/areas/topics/operations/x.ts: name it create-topic.ts, after `createTopic`',
    ])
  })

  test('an operation without a sample, whose example names a record', () => {
    const operations = [
      { name: 'createTopic' },
      { name: 'listTopics', examples: [{ title: 'All', input: {} }] },
      { name: 'dropTopic', examples: [{ title: 'One', input: { id: 'top_01jzz0000000000000000000zz' } }] },
    ]

    expect(missingSamples({ topics: operations }, ['createTopic'])).toEqual([
      'src/test/samples/topics.ts: add `dropTopic: async (on) => ({ input: { ... } }),`',
    ])
  })

  test('a reserved name that exists', () => {
    expect(reservedInVain(exclusions, ['signIn'])).toEqual([
      "src/catalog/excluded.ts: remove 'signIn' from `reserved` of auth_internals: it exists",
    ])
  })
})
