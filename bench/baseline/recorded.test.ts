import { expect, test } from 'vitest'

import { isAlike, type Recording, variations } from './recorded.ts'

const call = (id: string, time: string, hash: string, title = 'Same'): Recording => [
  { role: 'app', parts: [{ text: `SET LOCAL app.organization_id = 'org_01m83bb87pe009s7nznbzjsm0k'`, values: null }] },
  {
    role: 'app',
    parts: [
      {
        text: 'insert into t values ($1, $2, $3, $4)',
        values: [id, new Date(time), hash, JSON.stringify({ id, title })],
      },
      { text: 'COMMIT', values: null },
    ],
  },
]

const first = call('itm_01m83bb9pme009qz4g0dcqnnch', '2026-01-01T00:00:00Z', 'a1b2')
const second = call('itm_01m83bb9xse009tsr0fxrf1rre', '2026-01-01T00:00:01Z', 'c3d4')

test('two calls are alike when they send the same statements, whatever the values', () => {
  expect(isAlike(first, second)).toBe(true)
  expect(isAlike(first, first.slice(1))).toBe(false)
})

test('what differs between two calls is made new each time, the same wherever it occurs; the rest stays', () => {
  const next = variations(first, second)
  const [one, other] = [next(), next()]

  const values = one[1]?.parts[0]?.values ?? []
  const [id, time, hash, json] = values
  expect(id).toMatch(/^itm_0[0-9a-hjkmnp-tv-z]{25}$/)
  expect(id).not.toBe('itm_01m83bb9pme009qz4g0dcqnnch')
  expect(time).toBeInstanceOf(Date)
  expect(hash).toMatch(/^[a-f]\d[a-f]\d$/)
  expect(json).toBe(JSON.stringify({ id, title: 'Same' }))
  expect(one[0]).toEqual(first[0])
  expect(other[1]?.parts[0]?.values?.[0]).not.toBe(id)
})
