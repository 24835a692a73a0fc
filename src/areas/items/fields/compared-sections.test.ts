import { expect, test } from 'vitest'

import { ownHosts } from '#areas/addresses/index.ts'

import { comparedSections, sectionSlugOf } from './compared-sections.ts'

const brand = {
  name: null,
  aliases: [],
  domains: ['brand.example'],
  description: null,
  audience: null,
  competitorsSeed: [],
}
const own = ownHosts({ siteUrl: 'https://www.own.example/blog', brand })

const pagesOf = (html: string) => comparedSections(html, [], own).map(({ sourceUrl }) => sourceUrl)

test('the own site is no competitor, with www. or without', () => {
  const html = [
    'https://own.example/a',
    'https://www.own.example/b',
    'https://WWW.brand.example/',
    'https://rival.example/',
  ]
    .map((href, n) => `<h2>Section ${n}</h2><p><a href="${href}">there</a></p>`)
    .join('')

  expect(pagesOf(html)).toEqual(['https://rival.example/'])
})

test('what no field of an item can hold as an address is no page', () => {
  const html =
    '<h2>Rival</h2><p><a href="https://rival.example/a b">there</a> <a href="https://rival.example/c">or there</a></p>'

  expect(pagesOf(html)).toEqual(['https://rival.example/c'])
})

test('every heading has a slug', () => {
  expect(['First rival', '???'].map(sectionSlugOf)).toEqual(['first-rival', 'section'])
})
