import { expect, test } from 'vitest'

import { credentialStarts, maskCredentials, maskCredentialsIn } from './credential-text.ts'

test.each(Object.values(credentialStarts))('%s is masked from six characters on, in whatever case', (start) => {
  for (const spelled of [start, start.toUpperCase(), start.replaceAll('_', '%5f')]) {
    expect(maskCredentials(`${spelled}abcdef`)).toBe(`${spelled}[redacted]`)
    expect(maskCredentials(`a ${spelled}abcdef= b`)).toBe(`a ${spelled}[redacted] b`)
    expect(maskCredentials(`${spelled}abcde`)).toBe(`${spelled}abcde`)
  }
})

test('names and values at any depth are masked, and what is no text stays', () => {
  const at = new Date()

  expect(maskCredentialsIn({ mh_sk_abcdef: [{ a: 'whsec_123456', n: 1, at }, null] })).toEqual({
    'mh_sk_[redacted]': [{ a: 'whsec_[redacted]', n: 1, at }, null],
  })
})

test('a field that is called toJSON hides nothing', () => {
  expect(maskCredentialsIn({ toJSON: 'x', name: 'mh_sk_abcdef' })).toEqual({ toJSON: 'x', name: 'mh_sk_[redacted]' })
})
