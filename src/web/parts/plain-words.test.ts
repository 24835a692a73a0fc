import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { OperationError } from '#web/operation-error.ts'
import { inPlainWords, saidOf } from '#web/parts/plain-words.ts'

test.each([
  ['Set primaryKeyword to what people search for.', 'Set the primary keyword to what people search for.'],
  [
    'There is no SEO title, so search engines get the title “seoTitle and h1”. Set seoTitle if they should show another one.',
    'There is no SEO title, so search engines get the title “seoTitle and h1”. Set the SEO title if they should show another one.',
  ],
  ['The title "h1" was made for it.', 'The title "h1" was made for it.'],
  ['No heading of its own: h1 is empty.', 'No heading of its own: the headline is empty.'],
  ['publishAt of a scheduled item must be in the future.', 'The date of a scheduled item must be in the future.'],
  ['A draft has no publishAt. Leave it out.', 'A draft has no date. Leave it out.'],
  ['Set a social image in the settings (defaults.socialImageId).', 'Set a social image in the settings.'],
  [
    'The organization has no time for slots: set defaults.publishTime with updateOrganizationSettings.',
    'The organization has no time for slots: set the time of day for slots in the settings.',
  ],
  [
    'Link to others; suggestInternalLinks shows which ones the text names, if any.',
    'Link to others; the tab Links of the article shows which ones the text names, if any.',
  ],
  [
    'The role viewer does not include content:write. An administrator can change the role.',
    'Your role (viewer) does not include this. An administrator can change the role.',
  ],
  [
    'The record has version 4, not 3: read it again and repeat the change.',
    'Somebody else has changed this meanwhile. Look at it again.',
  ],
  ['The text says what it should.', 'The text says what it should.'],
])('%s', (sentence, words) => {
  expect(inPlainWords(sentence)).toBe(words)
})

test('no sentence of the checks and of the steps of a status keeps the name of a field or has straight quotes', async () => {
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
  expect(sentences.filter((text) => text.includes('"'))).toEqual([])
})

test.each([
  ['/input/metaDescription', 'Must have at most 160 characters', 'Meta description: must have at most 160 characters.'],
  ['/input/featuredImageId', 'No such picture.', 'Picture: no such picture.'],
  ['/input/faq/0/question', 'Required', 'Question: required.'],
  ['/input/ifVersion', 'Must be a whole number', 'If version: must be a whole number.'],
  ['/input', 'Give one of both', 'Give one of both.'],
])('a refusal for %s has the label of its field', (path, message, said) => {
  const details = [{ path, message, code: 'invalid_value' }]
  const refused = { code: 'validation_failed', status: 422, details }

  expect(saidOf(new OperationError({ ...refused, message: `The input is not valid: ${path} ${message}` }))).toBe(said)
})

test('any other refusal says its own sentence, in plain words', () => {
  const refused = new OperationError({ code: 'conflict', status: 409, message: 'A draft has no publishAt.' })

  expect(saidOf(refused)).toBe('A draft has no date.')
})
