import { describe, expect, test } from 'vitest'

import * as areas from '#catalog/areas.ts'
import { catalog } from '#catalog/catalog.ts'
import { portableSchema } from '#catalog/derived/json-schema.ts'
import { exclusions } from '#catalog/excluded.ts'
import { procedures } from '#catalog/procedures.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { isObject } from '#std/objects.ts'

import { readSources } from './floors.ts'
import { missingCategories, missingInCatalog, missingInLists, missingSamples, reservedInVain } from './lists.ts'
import { sampled } from './samples.ts'

const names = [...Object.values(catalog).flat(), ...procedures].map(({ name }) => name)

test('what an area declares is in the lists of its door, and its door is in the lists of all', () => {
  expect(missingInLists(readSources())).toEqual([])
})

const namesOf = (offered: readonly { name: string }[]) => offered.map(({ name }) => name)

test('what a door offers is in the catalog', () => {
  const offered = Object.entries(areas).flatMap(([door, area]) =>
    'operations' in area ? [[door, namesOf(area.operations)] as const] : [],
  )
  const known = Object.entries(catalog).map(([area, operations]) => [area, namesOf(operations)] as const)

  expect(missingInCatalog(Object.fromEntries(offered), Object.fromEntries(known))).toEqual([])
})

test('every procedure says why agents do not get it', () => {
  const offered = Object.entries(areas).flatMap(([door, area]) =>
    'procedures' in area ? [[door, area.procedures] as const] : [],
  )

  expect(missingCategories(Object.fromEntries(offered), Object.keys(exclusions))).toEqual([])
})

test('every operation has a sample, or an example that can be called', () => {
  expect(missingSamples(catalog, sampled, readSources().get('test/samples.ts') ?? '')).toEqual([])
})

test('no name that exists is reserved', () => {
  expect(reservedInVain(exclusions, names)).toEqual([])
})

test('a list of items takes the fields that are wanted of each (calls.md#lists-have-pages)', () => {
  const lists = Object.values(catalog)
    .flat()
    .filter(({ name, risk, output }) => risk === 'read' && /^(list|find|search)/.test(name) && hasItems(output))

  expect(lists.length).toBeGreaterThan(3)
  expect(lists.filter(({ input }) => !('fields' in input.shape)).map(({ name }) => name)).toEqual([])
})

/** Whether an answer has entries that are items: objects with the id of an item, in an array at any depth. */
function hasItems(output: AnyOperation['output']): boolean {
  const isItem = (entry: unknown) =>
    isObject(entry) &&
    JSON.stringify(entry['properties'] ?? null).includes('"id":{"type":"string","description":"Id: itm_')
  const holds = (schema: unknown): boolean => {
    if (Array.isArray(schema)) return schema.some(holds)
    if (!isObject(schema)) return false
    return (schema['type'] === 'array' && isItem(schema['items'])) || Object.values(schema).some(holds)
  }
  return holds(portableSchema(output, 'output'))
}

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
    expect(withText('catalog/areas.ts', '')).toEqual([
      "src/catalog/areas.ts: add `export * as topics from '#areas/topics/index.ts'`",
    ])
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

    expect(missingSamples({ topics: operations }, ['createTopic'], '...topicsSamples,')).toEqual([
      'src/test/samples/topics.ts: add `dropTopic: async (on) => ({ input: { ... } }),`',
    ])
  })

  test('an operation of an area that has no samples yet', () => {
    expect(missingSamples({ 'site-audit': [{ name: 'auditSite' }] }, [], '...topicsSamples,')).toEqual([
      'src/test/samples/site-audit.ts: add `auditSite: async (on) => ({ input: { ... } }),`',
      "src/test/samples.ts: add `...siteAuditSamples,` to `written`, and `import { siteAuditSamples } from './samples/site-audit.ts'`",
    ])
  })

  test('an area that the catalog does not have', () => {
    expect(missingInCatalog({ topics: ['listTopics'], siteAudit: ['auditSite'] }, { topics: ['listTopics'] })).toEqual([
      "src/catalog/catalog.ts: add `'site-audit': areas.siteAudit.operations,` to `catalog`",
    ])
  })

  test('a procedure without its category', () => {
    const procedures = [{ name: 'countSessions' }, { name: 'signUp', excluded: 'auth_internals' }]

    expect(missingCategories({ agentAudit: procedures }, ['auth_internals', 'superadmin'])).toEqual([
      "src/areas/agent-audit/procedures/count-sessions.ts: add `excluded: '...',` with one of auth_internals, superadmin",
    ])
  })

  test('a reserved name that exists', () => {
    expect(reservedInVain(exclusions, ['signIn'])).toEqual([
      "src/catalog/excluded.ts: remove 'signIn' from `reserved` of auth_internals: it exists",
    ])
  })
})
