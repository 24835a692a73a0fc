import { expect, test } from 'vitest'

import { readGraph, readScreenGraph } from './import-graph.ts'

// In two parts: this file runs on one engine anyway.
const oneEngine = ['tests.md', 'one-engine-is-enough'].join('#')
const graph = readGraph()
const screens = readScreenGraph()

test('a test leads to what its imports import, but not to what they take only types from', () => {
  const reached = graph.reachFrom('areas/content/operations/create-item.test.ts')

  expect(reached).toContain('test/shared-parts.ts')
  expect(reached).toContain('platform/database/test-server.ts')
  expect(graph.reachFrom('std/slugs.test.ts')).not.toContain('platform/database/test-server.ts')
})

test('what runs on one engine only has nothing that waits for a server', () => {
  const onOne = [...graph.files].filter(([file, text]) => file.endsWith('.test.ts') && text.includes(oneEngine))

  expect(onOne.length).toBeGreaterThan(10)
  expect(onOne.filter(([, text]) => text.includes('serverUrl')).map(([file]) => file)).toEqual([])
})

test('a test that starts processes leads to the program that they run', () => {
  expect(graph.reachFrom('main/start-faults.test.ts')).toContain('main/cli.ts')
})

test('a browser spec leads to the screens that it opens and to the operations that they call', () => {
  const reached = screens.reachFrom('test/browser/audit-log.spec.ts')

  expect(reached).toContain('web/areas/agent-audit/audit-log/audit-log.tsx')
  expect(reached).toContain('areas/agent-audit/operations/list-agent-audit-log.ts')
  expect(screens.reachFrom('test/browser/parts.spec.ts')).not.toContain('web/areas/agent-audit/audit-log/audit-log.tsx')
})
