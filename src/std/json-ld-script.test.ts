import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'

import { jsonLdScript } from './json-ld-script.ts'

const dangerous = ['</script>', '<!--', '<script', ']]>', '-->', '&lt;/script&gt;', '\u2028', '\u2029', '"', '\\', '</']
const text = fc
  .array(fc.oneof(fc.constantFrom(...dangerous), fc.string({ unit: 'binary', maxLength: 8 })))
  .map((parts) => parts.join(''))
const payload = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.dictionary(text, text)), {
  noNullPrototype: true,
})

test('structured data of any text is one element of the page, and parses to what it was', () => {
  fc.assert(
    fc.property(payload, (data) => {
      const json = JSON.stringify(data)
      const page = parseDocument(`<head>${jsonLdScript(json)}<title>After</title></head>`)

      const [head] = page.children
      const inside = head !== undefined && 'children' in head ? head.children : []
      expect(inside.map((node) => ('name' in node ? node.name : node.type))).toEqual(['script', 'title'])
      const [script] = inside
      const held = script !== undefined && 'children' in script ? script.children : []
      const written = held.map((node) => ('data' in node ? String(node.data) : '')).join('')
      expect(JSON.parse(written)).toEqual(JSON.parse(json))
      // No parser, in whatever state of a script it is, has anything to react to.
      expect(written).not.toMatch(/[<>&\u2028\u2029]/)
    }),
    { numRuns: 500 },
  )
})
