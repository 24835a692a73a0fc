import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { inPlainWords } from '#web/parts/plain-words.ts'

test.each([
  ['Set primaryKeyword to what people search for.', 'Set the primary keyword to what people search for.'],
  [
    'There is no SEO title, so search engines get the title "seoTitle and h1". Set seoTitle if they should show another one.',
    'There is no SEO title, so search engines get the title "seoTitle and h1". Set the SEO title if they should show another one.',
  ],
  ['No heading of its own: h1 is empty.', 'No heading of its own: the headline is empty.'],
  ['publishAt of a scheduled item must lie in the future.', 'The date of a scheduled item must lie in the future.'],
  ['A draft has no publishAt. Leave it out.', 'A draft has no date. Leave it out.'],
  ['Set a social image in the settings (defaults.socialImageId).', 'Set a social image in the settings.'],
  ['Link to others; suggestInternalLinks names some.', 'Link to others; the tab Links of the article names some.'],
  [
    'The role viewer does not include content:write. An administrator can change the role.',
    'Your role (viewer) does not include this. An administrator can change the role.',
  ],
  ['The text says what it should.', 'The text says what it should.'],
])('%s', (sentence, words) => {
  expect(inPlainWords(sentence)).toBe(words)
})

test('no sentence of the checks and of the steps of a status keeps the name of a field', async () => {
  const areas = join(import.meta.dirname, '../../areas')
  const rules = (await readdir(join(areas, 'checks/rules'))).filter((name) => !name.includes('.test.'))
  const files = [
    ...rules.map((name) => `checks/rules/${name}`),
    'checks/organization-faults.ts',
    'content/changes/transitions.ts',
  ]
  const sources = await Promise.all(files.map((name) => readFile(join(areas, name), 'utf8')))

  const said = sources.flatMap((source) => [...source.matchAll(/(?:message:|wrongDate\()\s*(['`])(.*?)\1[,)]/gs)])
  const sentences = said.map(([, , text = '']) => text.replace(/\$\{[^}]*\}/g, '7'))

  expect(sentences.length).toBeGreaterThan(40)
  expect(sentences.map(inPlainWords).filter((text) => /[a-z][A-Z]|\bh1\b/.test(text))).toEqual([])
})
