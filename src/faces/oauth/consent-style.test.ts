import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readConsentStyle } from './consent-style.ts'

const root = join(import.meta.dirname, '../..')
const tokens = readFileSync(join(root, 'std/tokens.css'), 'utf8')
const web = readFileSync(join(root, 'web/app/style.css'), 'utf8')

test('the pages of the authorization server have the tokens of the web application, and follow the theme of the system', () => {
  const style = readConsentStyle()

  expect(style.startsWith(tokens)).toBe(true)
  expect(tokens).toMatch(/color-scheme: light dark;/)
})

test('a token is declared in one file, and everything that is used is declared', () => {
  const style = readConsentStyle()
  const declared = namesIn(tokens, /(--[\w-]+):/g)

  expect(web).toContain("@import '../../std/tokens.css';")
  expect(namesIn(web, /^ *(--[\w-]+):/gm).filter((name) => declared.includes(name))).toEqual([])
  expect(namesIn(style, /(--[\w-]+):/g)).toEqual(declared)
  expect(namesIn(style, /var\((--[\w-]+)\)/g).filter((name) => !declared.includes(name))).toEqual([])
})

function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, name = '']) => name))]
}
