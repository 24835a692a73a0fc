import { recordCalls, withBareTransaction } from '../baseline/bare-transaction.ts'
import type { DataSet, Size } from '../generate/data-set.ts'
import { bodyOf, rareWord } from '../generate/texts.ts'
import { type Ask, freshMark } from '../load/plan.ts'
import type { Work } from '../measure.ts'
import { isWanted } from '../options.ts'
import { type MeasuredPlace, onCopy, withProduct } from '../product/measured.ts'
import { profileMissed } from '../profile/profile-missed.ts'
import type { Goal } from '../result/goals.ts'
import type { Engine } from '../result/result.ts'
import { measureRow, type Run, type Wanted } from '../rows.ts'

/** A call that a row repeats. */
export type Calling = {
  id: string
  workload: string
  operation: string
  inputs: (set: DataSet) => object[]
  /** Each input once: what can be done only once to a record. */
  isOnce?: boolean
  confirm?: true
  /** An idempotency key: another one for each call, or the same for equal inputs. */
  key?: 'fresh' | 'same'
  /** What the answer contains. */
  contains: (set: DataSet) => string
  /** On PostgreSQL. */
  goal?: Goal
}

/** A body of 6 KB that is another one each time. */
const freshBody = (n: number) => `Edit ${freshMark}.\n\n${bodyOf(n).slice(0, 5960)}`

const topicNamed = (name: string) => ({
  topic: `What a team has to know about ${name}`,
  primaryKeyword: `about ${name}`,
  angle: 'What a small team needs, and what it can leave out',
  collectionPresetId: 'articles',
})

export const read: Calling = {
  id: 'agent read',
  workload: 'getItem by id',
  operation: 'getItem',
  inputs: ({ articles }) => articles.map(({ id }) => ({ id })),
  contains: ({ articles }) => articles[0]?.id ?? 'an article',
  goal: { id: 'P-7', cpuRatioAtMost: 2, messagesAtMost: 4 },
}

export const write: Calling = {
  id: 'agent write',
  workload: 'createBlogTopic with a new idempotency key',
  operation: 'createBlogTopic',
  inputs: () => [topicNamed(freshMark)],
  key: 'fresh',
  contains: () => '"topic"',
  goal: { id: 'P-8', cpuRatioAtMost: 2, messagesAtMost: 6 },
}

const everyday: Goal = { id: 'P-8b', cpuMsAtMost: 10, messagesAtMost: 15 }

const callings: readonly Calling[] = [
  read,
  {
    id: 'agent list',
    workload: 'listItems, pageSize 20',
    operation: 'listItems',
    inputs: () => [{ pageSize: 20 }],
    contains: () => '"items"',
  },
  write,
  {
    id: 'agent replay',
    workload: 'createBlogTopic with the same idempotency key',
    operation: 'createBlogTopic',
    inputs: () => [topicNamed('again')],
    key: 'same',
    contains: () => '"topic"',
  },
  {
    id: 'agent edit',
    workload: 'updateItem, 6 KB body of a draft',
    operation: 'updateItem',
    inputs: ({ drafts }) => drafts.map((id, n) => ({ id, content: freshBody(n) })),
    key: 'fresh',
    contains: () => '"changed"',
  },
  {
    id: 'agent edit published',
    workload: 'updateItem, 6 KB body of a published item',
    operation: 'updateItem',
    inputs: ({ articles }) => articles.map(({ id }, n) => ({ id, content: freshBody(n) })),
    key: 'fresh',
    contains: () => '"changed"',
    goal: everyday,
  },
  {
    id: 'agent create',
    workload: 'createItem, 6 KB body',
    operation: 'createItem',
    inputs: () => [{ collectionId: 'articles', title: `Draft ${freshMark}`, content: freshBody(7) }],
    key: 'fresh',
    contains: () => '"item"',
    goal: everyday,
  },
  {
    id: 'agent publish',
    workload: 'publishItem, a draft of 6 KB',
    operation: 'publishItem',
    inputs: ({ drafts }) => drafts.map((id) => ({ id })),
    isOnce: true,
    confirm: true,
    key: 'fresh',
    contains: () => '"published"',
    goal: everyday,
  },
  {
    id: 'agent validate',
    workload: 'validatePost of a published item',
    operation: 'validatePost',
    inputs: ({ articles }) => articles.map(({ id }) => ({ id })),
    contains: () => '"score"',
    goal: { id: 'P-8c', cpuMsAtMost: 10 },
  },
  {
    id: 'agent manager search',
    workload: 'listManagerItems with search, one page',
    operation: 'listManagerItems',
    inputs: () => [{ search: rareWord }],
    contains: () => '"items"',
    goal: { id: 'P-8c', cpuMsAtMost: 10 },
  },
]

/** Calls of an agent over `/v2`, each with its whole price: credential, rate limit, transaction, record. */
export async function measureAgent(engine: Engine, size: Size, run: Run): Promise<void> {
  await onCopy(engine, size, run.options, async (place) => {
    const recorded = await recordWanted(place, run)
    await withProduct(place, {}, async (product) => {
      for (const calling of callings) {
        const { id, workload, goal } = calling
        const judged = goal === undefined || engine !== 'postgres' ? {} : { goal }
        const wanted: Wanted = {
          id,
          group: 'agent',
          workload,
          engine,
          ...size,
          work: callWork(calling, place.set),
          ...judged,
        }
        const recordings = recorded.get(id)
        if (recordings === undefined) await measureRow(product, wanted, run)
        else
          await withBareTransaction(place, recordings, (target) =>
            measureRow(product, { ...wanted, baseline: { target } }, run),
          )
      }
    })
    await profileMissed(place, {}, run)
  })
}

/** What the calls send whose goal is a multiple of their bare transaction. */
async function recordWanted(place: MeasuredPlace, { options }: Run): ReturnType<typeof recordCalls> {
  const judged = callings.filter(
    ({ id, goal }) =>
      goal?.cpuRatioAtMost !== undefined && isWanted(options, 'agent', id) && place.engine === 'postgres',
  )
  if (judged.length === 0) return new Map()
  return recordCalls(place, Object.fromEntries(judged.map((each) => [each.id, callWork(each, place.set).asks])))
}

/** What a row of this call sends over `/v2`. */
export function callWork(calling: Calling, set: DataSet): Work {
  const asks = calling.inputs(set).map((input) => askOf(calling, set, input))
  let taken = 0
  const takes = (count: number) => {
    const some = asks.slice(taken, taken + count)
    taken += some.length
    return some
  }
  return {
    asks,
    ...(calling.isOnce === true ? { takes } : {}),
    status: 200,
    contains: calling.contains(set),
    cache: 'none',
    isSteady: false,
  }
}

function askOf({ operation, confirm, key }: Calling, { apiKey }: DataSet, input: object): Ask {
  const keys = { fresh: `bench-${freshMark}`, same: 'bench-same-key' }
  return {
    method: 'POST',
    path: `/v2/tools/${operation}`,
    headers: {
      'Content-Type': 'application/json',
      'X-API-Key': apiKey,
      ...(key === undefined ? {} : { 'Idempotency-Key': keys[key] }),
    },
    body: JSON.stringify({ input, ...(confirm === true ? { confirm } : {}) }),
  }
}
