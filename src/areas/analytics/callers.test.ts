import { expect, test } from 'vitest'

import { aiBots, callerOf } from './callers.ts'

test.each(aiBots)('%s is known in any case and inside a longer user agent', (bot) => {
  expect(callerOf(bot)).toBe(bot)
  expect(callerOf(`Mozilla/5.0 AppleWebKit/537.36 (compatible; ${bot.toLowerCase()}/1.2; +https://a.example)`)).toBe(
    bot,
  )
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'human'],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 HeadlessChrome/140.0', 'other'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'other'],
  ['Mozilla/5.0 (compatible; MyGPTBots/1.0)', 'other'],
  ['Mozilla/4.0 (compatible)', 'other'],
  ['node', 'other'],
  ['', 'other'],
])('%s is %s', (userAgent, caller) => {
  expect(callerOf(userAgent)).toBe(caller)
})
