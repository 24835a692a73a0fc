import { expect, test } from 'vitest'

import { importsOf, readSources } from '#test/floors.ts'

test('the library is loaded at first use: starting the server does not reach it', () => {
  const sources = readSources()
  const reached = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const text = (sources.get(file) ?? '').replace(/\bimport\('[^']+'\)/g, '')
    for (const { to, isType } of importsOf(file, text)) if (!isType) follow(to)
  }

  follow('main/cli.ts')

  expect(reached).toContain('faces/oauth/oauth.ts')
  expect([...reached].filter((name) => name === 'oidc-provider' || name === 'faces/oauth/provider.ts')).toEqual([])
})
