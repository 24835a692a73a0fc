import fc from 'fast-check'
import { expect, test } from 'vitest'

import { jsonAround, jsonBytes, JsonText } from './json-text.ts'

const stored = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed().replaceAll('\0', ''))

test('texts that are JSON already stand where they would have been written', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ title: stored, content: stored, html: stored })), (items) => {
      const around = items.map(({ title, content, html }) => ({
        title,
        content: new JsonText(JSON.stringify(content)),
        more: [{ html: new JsonText('{"', 'of":', JSON.stringify(html), '}') }, title],
      }))
      const plain = items.map(({ title, content, html }) => ({ title, content, more: [{ html: { of: html } }, title] }))
      expect(jsonAround({ data: around })).toBe(JSON.stringify({ data: plain }))
      expect(jsonBytes({ data: around })).toEqual(Buffer.from(JSON.stringify({ data: plain })))
      expect(JSON.stringify({ data: around })).toBe(JSON.stringify({ data: plain }))
    }),
  )
})

test('a value that cannot be written leaves nothing behind', () => {
  const text = new JsonText('"x"')
  expect(() => jsonAround({ text, large: 1n })).toThrow(TypeError)
  expect(JSON.stringify({ text })).toBe('{"text":"x"}')
})
