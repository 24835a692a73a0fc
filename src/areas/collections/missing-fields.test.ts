import { expect, test } from 'vitest'

import { missingFields } from './missing-fields.ts'

const schema = {
  type: 'object',
  properties: { price: { type: 'number' }, maker: { type: 'object', required: ['name'], properties: { name: {} } } },
  required: ['price', 'constructor'],
}

test.each([
  [schema, {}, ['price', 'constructor']],
  [schema, { price: 0, constructor: null }, []],
  [schema, { price: 1, constructor: 1, maker: {} }, ['maker.name']],
  [schema, { price: 1, constructor: 1, maker: 'Acme' }, []],
  [{}, {}, []],
  [null, {}, []],
  [{ required: 'price' }, {}, []],
])('of %j, %j leaves out %j', (given, fields, missing) => {
  expect(missingFields(given, fields)).toEqual(missing)
})
