import { expect, test } from 'vitest'

import { usedFor } from './used-for.ts'

const provider = (name: 'openai' | 'anthropic' | 'google' | 'perplexity', configured: boolean) => ({
  provider: name,
  configured,
  writes: name !== 'perplexity',
  draws: name === 'openai' || name === 'google',
})
const both = [
  provider('openai', false),
  provider('anthropic', true),
  provider('google', true),
  provider('perplexity', true),
]

test('the first provider with a key writes, the first that draws draws, and every one answers', () => {
  const found = { default: null, providers: both }

  expect(usedFor('anthropic', found)).toBe(
    'Drafts, rewrites, topics, descriptions, alt texts and questions of AI answers',
  )
  expect(usedFor('google', found)).toBe('Pictures and questions of AI answers')
  expect(usedFor('perplexity', found)).toBe('Questions of AI answers')
})

test('a chosen provider goes first, and one without a key says what it would do', () => {
  const found = { default: { provider: 'google' as const, model: null }, providers: both }

  expect(usedFor('google', found)).toMatch(/^Drafts, .*pictures and/)
  expect(usedFor('anthropic', found)).toBe('Questions of AI answers')
  expect(usedFor('openai', { ...found, default: null })).toMatch(/^Drafts, .*pictures and/)
})
