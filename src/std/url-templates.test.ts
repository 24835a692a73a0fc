import { expect, test } from 'vitest'

import { isUrlTemplate } from './url-templates.ts'

test.each(['/{slug}', '/blog/{slug}', '/{slug}/', '/blog/{slug}.html'])('%s is a template', (text) => {
  expect(isUrlTemplate(text)).toBe(true)
})

test.each([
  '',
  '{slug}',
  '/blog',
  '//evil.example/{slug}',
  '/\\evil.example/{slug}',
  '/{slug}/{slug}',
  '/{year}/{slug}',
  '/blog?x={slug}',
  '/#{slug}',
  '/a b/{slug}',
  `/${'a'.repeat(2048)}/{slug}`,
])('%s is none', (text) => {
  expect(isUrlTemplate(text)).toBe(false)
})
