import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { watchFirstScreen } from './first-screen.ts'

/** A read that ends when it is told to. */
function held(queries: QueryClient, name: string) {
  let end = () => {}
  const answer = new Promise<string>((resolve) => (end = () => resolve(name)))
  const read = queries.fetchQuery({ queryKey: [name], queryFn: () => answer })
  return { end, read }
}

test('a screen is drawn when all that it reads has come', async () => {
  const queries = new QueryClient()
  const [list, rights] = [held(queries, 'list'), held(queries, 'rights')]
  let isDrawn = false
  const drawn = new Promise<void>((resolve) => {
    watchFirstScreen(queries, () => {
      isDrawn = true
      resolve()
    })
  })

  list.end()
  await list.read
  expect(isDrawn).toBe(false)
  rights.end()

  await expect(drawn).resolves.toBeUndefined()
})

test('what reads more with what it has read is waited for', async () => {
  const queries = new QueryClient()
  const item = held(queries, 'item')
  const reading = new Promise<number>((resolve) => {
    watchFirstScreen(queries, () => resolve(queries.isFetching()))
  })

  item.end()
  await item.read
  const author = held(queries, 'author')
  setImmediate(author.end)

  expect(await reading).toBe(0)
  expect(queries.getQueryData(['author'])).toBe('author')
})
