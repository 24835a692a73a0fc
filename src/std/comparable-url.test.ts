import { expect, test } from 'vitest'

import { comparablePath, comparableUrl, siteHost } from './comparable-url.ts'

test('addresses that differ only in spelling are one', () => {
  const forms = [
    'https://site.example/a',
    'HTTPS://SITE.example:443/a/',
    'https://site.example/%61?utm_source=x&gclid=y#z',
  ]

  expect(new Set(forms.map(comparableUrl))).toEqual(new Set(['https://site.example/a']))
  expect(comparableUrl('https://site.example/a?page=2')).not.toBe(comparableUrl('https://site.example/a'))
  expect(comparableUrl('http://site.example/a')).not.toBe(comparableUrl('https://site.example/a'))
})

test('what is no web address has no comparable form', () => {
  for (const text of ['', '/a', 'mailto:a@b.example', 'https://']) expect(comparableUrl(text)).toBeUndefined()
  expect(comparablePath('/%zz/')).toBe('/%zz')
  expect(comparablePath('/a%00b%C3%B6')).toBe('/a%00bö')
  expect(siteHost('WWW.Site.example')).toBe('site.example')
  expect(['localhost:4321', '[::1]:3000', 'site.example:8443'].map(siteHost)).toEqual([
    'localhost',
    '[::1]',
    'site.example',
  ])
})
