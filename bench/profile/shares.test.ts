import type { Profiler } from 'node:inspector'

import { expect, test } from 'vitest'

import { sharesOf } from './shares.ts'

const node = (id: number, functionName: string, url: string): Profiler.ProfileNode => ({
  id,
  callFrame: { functionName, url, scriptId: '1', lineNumber: 0, columnNumber: 0 },
})

test('the time of a profile is told by package and by part of the product, waiting left out', () => {
  const shares = sharesOf({
    nodes: [
      node(1, '(idle)', ''),
      node(2, 'parse', 'file:///x/node_modules/pg-protocol/dist/parser.js'),
      node(3, 'insertItem', 'file:///x/src/areas/content/insert-item.ts'),
      node(4, 'readBody', 'file:///x/src/areas/content/item-body.ts'),
      node(5, '(garbage collector)', ''),
      node(6, 'post', 'node:inspector'),
    ],
    samples: [1, 2, 3, 4, 5, 6],
    timeDeltas: [1000, 50, 20, 10, 20, 1000],
    startTime: 0,
    endTime: 0,
  })

  expect(shares).toEqual([
    { of: 'pg-protocol', part: 0.5, mostly: ['parse'] },
    { of: 'src/areas/content', part: 0.3, mostly: ['insertItem', 'readBody'] },
    { of: 'garbage collection', part: 0.2, mostly: [] },
  ])
})
