import { expect, test } from 'vitest'

import { readConfig } from './config.ts'
import { describeConfig } from './describe-config.ts'

test('keys are secrets, and addresses stand before the version segment', () => {
  const { config } = readConfig({
    OPENAI_API_KEY: 'sk-canary-of-the-operator',
    OPENAI_BASE_URL: 'https://proxy.example.com/v1/',
    GOOGLE_BASE_URL: 'https://proxy.example.com/google/v1beta',
    OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434',
  })

  const { openai, google, anthropic, openai_compatible: own } = config.models.configured
  expect(openai).toMatchObject({ baseUrl: 'https://proxy.example.com' })
  expect(openai?.key?.reveal()).toBe('sk-canary-of-the-operator')
  expect(google).toEqual({ key: null, baseUrl: 'https://proxy.example.com/google' })
  expect(anthropic).toEqual({ key: null, baseUrl: null })
  expect(own).toEqual({ key: null, baseUrl: 'http://127.0.0.1:11434' })
  expect(JSON.stringify(describeConfig(config))).not.toContain('canary')
})

test('prices are read, and a search of unknown price stays unknown', () => {
  const MODEL_PRICES = JSON.stringify({
    'openai:mine': { inputPerMillion: 1, outputPerMillion: 2, perSearch: 0.01 },
    'anthropic:other': { inputPerMillion: 0, outputPerMillion: 0.5 },
  })

  expect(readConfig({ MODEL_PRICES }).config.models.prices).toEqual({
    'openai:mine': { inputPerMillion: 1, outputPerMillion: 2, perSearch: 0.01 },
    'anthropic:other': { inputPerMillion: 0, outputPerMillion: 0.5, perSearch: null },
  })
})

test.each([
  ['{', 'is not JSON'],
  ['[]', 'is not a JSON object'],
  ['{"mine":{"inputPerMillion":1,"outputPerMillion":2}}', 'entry 1 is not named <provider>:<model>'],
  ['{"openai:a":{"inputPerMillion":-1,"outputPerMillion":2}}', 'entry 1 is not {inputPerMillion'],
  ['{"openai:a":{"inputPerMillion":1}}', 'entry 1 is not {inputPerMillion'],
  ['{"openai:a":{"inputPerMillion":1,"outputPerMillion":2,"each":3}}', 'entry 1 is not {inputPerMillion'],
])('MODEL_PRICES=%s is refused', (MODEL_PRICES, message) => {
  expect(() => readConfig({ MODEL_PRICES })).toThrow(`MODEL_PRICES ${message}`)
})
