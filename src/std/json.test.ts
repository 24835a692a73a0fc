import fc from 'fast-check'
import { expect, test } from 'vitest'

import { canonicalJson, depthOf, findForbidden, jsonDepth } from './json.ts'

test('canonical JSON sorts keys by UTF-16 units at every level and writes no white space', () => {
  const value = { b: [1, { d: null, c: true }], a: 'x\n"', '\u20ac': 1, '\r': 2, '😀': 3, '\ufb33': 4, gone: undefined }

  expect(canonicalJson(value)).toBe(
    String.raw`{"\r":2,"a":"x\n\"","b":[1,{"c":true,"d":null}],"€":1,"😀":3,"` + '\ufb33":4}',
  )
})

test('numbers are written as RFC 8785 shows them', () => {
  expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
    '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
  )
})

test('the order of keys never matters, and the text parses to the same value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonicalJson(turned)).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('what is not JSON, or too deep, has no canonical text', () => {
  for (const value of [undefined, Number.NaN, Infinity, 1n, () => 1, [undefined]])
    expect(() => canonicalJson(value)).toThrow(TypeError)
  expect(canonicalJson(nested(jsonDepth))).toHaveLength(jsonDepth * 2)
  expect(() => canonicalJson(nested(jsonDepth + 1))).toThrow(RangeError)
  expect(() => canonicalJson(nested(100_000))).toThrow(RangeError)
})

test.each([
  ['1', 0],
  ['{}', 1],
  ['[[],[[]]]', 3],
  ['{"a":[{"b":"[[[["}]}', 3],
  [String.raw`["\"[[[", "\\", ["x"]]`, 2],
  ['', 0],
])('the depth of %s is %i', (text, depth) => {
  expect(depthOf(text)).toBe(depth)
})

test('measuring stops as soon as it is enough', () => {
  expect(depthOf('['.repeat(4_000_000), jsonDepth + 1)).toBe(jsonDepth + 1)
})

test('depth of the text is depth of the value', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(depthOf(text)).toBe(depthOfValue(JSON.parse(text)))
    }),
  )
})

test('the first text that cannot be stored is found with its pointer', () => {
  expect(findForbidden({ a: ['x', { 'b/c~d': 'y\0' }], z: '\ud800' })).toBe('/a/1/b~1c~0d')
  expect(findForbidden({ ok: { 'k\0\ud800': 1 } })).toBe('/ok/k\ufffd\ufffd')
  expect(findForbidden('\udc00')).toBe('')
  expect(findForbidden({ a: [1, null, true, 'é𠀀'] })).toBeUndefined()
})

test('finding does not overflow on a deep value', () => {
  expect(findForbidden(nested(100_000))).toBeUndefined()
})

function nested(depth: number): unknown {
  let value: unknown[] = []
  for (let i = 1; i < depth; i++) value = [value]
  return value
}

function depthOfValue(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOfValue))
}
