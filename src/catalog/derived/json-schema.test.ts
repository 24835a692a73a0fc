import { expect, test } from 'vitest'
import { z } from 'zod'

import { catalog } from '#catalog/catalog.ts'

import { buildReference } from './reference.ts'

test('describing the whole catalog makes no further schemas, which a server would keep', () => {
  let made = 0
  z.config({ postProcessor: () => made++ })
  try {
    buildReference(catalog)
  } finally {
    z.config({ postProcessor: undefined })
  }

  expect(made).toBe(0)
})
