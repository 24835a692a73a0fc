import { describe, expect, test } from 'vitest'

import { rewriteAddress } from './rewrite-links.ts'
import { linksTo } from './site-addresses.ts'

const site = {
  siteUrl: 'https://acme.example/en',
  domains: ['shop.example', 'bücher.example'],
  baseUrl: 'https://cms.example/base',
  organizationId: 'org_1',
}
const resolve = linksTo(
  site,
  [
    {
      id: 'itm_1',
      slug: 'größe',
      collectionSlug: 'articles',
      paths: ['/blog/gr%C3%B6%C3%9Fe', '/2019/Old_Post.html'],
      canonicalUrl: 'https://other.example/?p=12',
    },
    {
      id: 'itm_2',
      slug: 'b',
      collectionSlug: 'docs',
      paths: ['/docs/b'],
      canonicalUrl: 'https://elsewhere.example/b/',
    },
  ],
  { id: 'itm_9', slug: 'new', path: '/blog/new', url: 'https://acme.example/en/blog/new' },
)

describe('addresses of an item become those of another one', () => {
  test.each([
    ['/blog/größe', '/blog/new'],
    ['/blog/gr%C3%B6%C3%9Fe/', '/blog/new/'],
    ['/blog/gr%c3%b6%c3%9fe?utm=1#top', '/blog/new?utm=1#top'],
    ['/en/blog/größe', '/en/blog/new'],
    ['/2019/Old_Post.html', '/blog/new'],
    ['/docs/b', '/blog/new'],
    ['https://acme.example/en/blog/größe', 'https://acme.example/en/blog/new'],
    ['http://ACME.example:80/blog/größe', 'http://ACME.example:80/blog/new'],
    ['//shop.example/docs/b', '//shop.example/blog/new'],
    ['https://xn--bcher-kva.example/docs/b', 'https://xn--bcher-kva.example/blog/new'],
    [
      'https://cms.example/base/v1/org_1/articles/gr%C3%B6%C3%9Fe?include=tags',
      'https://cms.example/base/v1/org_1/articles/new?include=tags',
    ],
    ['/base/v1/org_1/posts/itm_1', '/base/v1/org_1/posts/itm_9'],
    [
      'https://cms.example/base/v1/org_1/collections/docs/items/b',
      'https://cms.example/base/v1/org_1/collections/docs/items/new',
    ],
    ['https://other.example/?p=12#x', 'https://acme.example/en/blog/new#x'],
    ['http://elsewhere.example/b?a=1', 'https://acme.example/en/blog/new?a=1'],
  ])('%s becomes %s', (address, expected) => {
    expect(rewriteAddress(address, resolve)).toBe(expected)
  })
})

describe('other addresses stay', () => {
  test.each([
    '/blog/new',
    '/blog/größe/more',
    '/blog/Größe',
    'blog/größe',
    '#größe',
    '?p=12',
    '',
    'mailto:größe@acme.example',
    'https://other.example/blog/größe',
    'https://other.example/?p=13',
    'https://other.example/',
    'https://acme.example.evil.example/blog/größe',
    'https://acme.example@evil.example/docs/b',
    'https://user:pass@acme.example/docs/b',
    'https://cms.example/docs/b',
    'https://cms.example/base/v1/org_2/articles/itm_1',
    'https://cms.example/base/v1/org_1/collections/docs/items/itm_1',
    'javascript:/docs/b',
    'https://%/docs/b',
    '/%E0%A4%A/b',
  ])('%j', (address) => {
    expect(rewriteAddress(address, resolve)).toBe(address)
  })
})
