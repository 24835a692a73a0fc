import { expect, test } from 'vitest'

import { articleTypeOf } from './article-type.ts'

test.each([
  ['Announcing Acme 1.70.0', 'release'],
  ['Acme 2.1.3 is out', 'release'],
  ['Ledger 3.2', 'release'],
  ['Testing the 1.4 pre-release', 'release'],
  ['Release notes for May', 'release'],
  ['HubSpot Alternatives for Small Teams', 'alternatives'],
  ['Notion vs. Evernote', 'comparison'],
  ['Salesforce Review: Pros and Cons', 'review'],
  ['Year in review', null],
  ['How to Write a Business Plan', 'how_to'],
  ['7 Ways to Lower Customer Churn', 'listicle'],
  ['A Guide to API Rate Limiting', 'guide'],
  ['What Is Zero Trust Security?', 'explainer'],
  ['Security advisory for the parser', 'news'],
  ['Welcome the new maintainers', 'news'],
  ['Welcoming the new maintainers', 'news'],
  ['Upgrading to Acme 4.2', null],
  ['Frogs', null],
])('"%s" is of the type %s', (title, type) => {
  expect(articleTypeOf({ title })).toBe(type)
})

test('a stated type comes first, then the form of the title, then labels', () => {
  expect(articleTypeOf({ title: 'How to Bake', labels: ['News'], stated: 'Case Study' })).toBe('case_study')
  expect(articleTypeOf({ title: 'How to Bake', labels: ['News'], stated: 'post' })).toBe('how_to')
  expect(articleTypeOf({ title: 'Frogs', labels: ['Animals', 'Release Notes'] })).toBe('release')
  expect(articleTypeOf({ title: 'Frogs', labels: ['Animals'], stated: 'constructor' })).toBe(null)
})
