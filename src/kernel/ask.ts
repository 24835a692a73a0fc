import {
  type AliasableExpression,
  type CompiledQuery,
  type Expression,
  expressionBuilder,
  type ShallowDehydrateObject,
  type Simplify,
  sql,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Reader } from './database.ts'
import { plannedOnce } from './planned-once.ts'
import { type Given, prepared } from './prepared.ts'
import type { Tables } from './tables.ts'
import type { Write } from './write-together.ts'

/** A row of a question: its times are text. */
export type Told<O> = Simplify<ShallowDehydrateObject<O>>

/** Something to be read from the database, which can travel with other questions (database.md#questions-travel-together). */
export type Question<A> = {
  queries: readonly AliasableExpression<unknown>[]
  /** `rows`: those of each query. */
  read(rows: readonly unknown[]): A
  /** Writes of the same statement, whose effect the queries do not see: all of them see the same state of the database. */
  along?: readonly Write[]
}

/** Questions by the names of their answers. */
export type Questions = Readonly<Record<string, Question<unknown>>>
export type Answers<Q extends Questions> = { [K in keyof Q]: Q[K] extends Question<infer A> ? A : never }

/** Where the queries of questions begin. */
export const selectFrom = expressionBuilder<Tables>().selectFrom

/** A question: what is selected, and what the rows mean. Without a query nothing is sent, and there are no rows. */
export function question<O, A>(query: Expression<O> | undefined, read: (rows: Told<O>[]) => A): Question<A> {
  if (query === undefined) return { queries: [], read: () => read([]) }
  // The rows of this query are returned in its place.
  return { queries: [jsonArrayFrom(query)], read: ([rows]) => read(rows as Told<O>[]) }
}

/** Several questions as one. */
export function joined<Q extends Questions>(questions: Q): Question<Answers<Q>> {
  return {
    queries: Object.values(questions).flatMap(({ queries }) => queries),
    along: Object.values(questions).flatMap(({ along = [] }) => along),
    read(rows) {
      let at = 0
      const answers = Object.entries(questions).map(([name, one]) => {
        const own = rows.slice(at, (at += one.queries.length))
        return [name, one.read(own)]
      })
      return Object.fromEntries(answers) as Answers<Q>
    },
  }
}

/** The same question, with another answer made from its own. */
export function mapped<A, B>({ read, ...asked }: Question<A>, make: (answer: A) => B): Question<B> {
  return { ...asked, read: (rows) => make(read(rows)) }
}

/** The same question, with a write in the same statement. */
export function withWrite<A>(asked: Question<A>, write: Write): Question<A> {
  return { ...asked, along: [...(asked.along ?? []), write] }
}

/** Asks everything in one statement, which sees one state of the database. */
export async function ask<A>(db: Reader, asked: Question<A>): Promise<A> {
  return answered(db, asked, (statement) => statement)
}

/** The same with a statement that takes longer to plan than to run, and that one plan is right for (database.md#plans-are-made-once). */
export async function askPlannedOnce<A>(db: Reader, asked: Question<A>): Promise<A> {
  return answered(db, asked, plannedOnce)
}

/** A question that differs only in values (`prepared`): it is put together once. It has at least one query, and no writes. */
export function askedOnce<V extends object, A>(
  build: (given: Given<V>) => Question<A>,
): (db: Reader, values: V) => Promise<A> {
  let asked: Question<A> | undefined
  const send = prepared<Reader, V, Row>((db, given) => together(db, (asked = build(given)).queries))
  return async (db, values) => {
    const rows = await send(db, values)
    if (asked === undefined) throw new Error('an answer to a question that was never put')
    return readAnswer(asked, rows)
  }
}

type Row = Record<string, unknown>

const together = (db: Reader, queries: Question<unknown>['queries']) =>
  db.selectNoFrom(queries.map((query, at) => query.as(`q${at}`)))

function readAnswer<A>({ queries, read }: Question<A>, [row = {}]: Row[]): A {
  return read(queries.map((_, at) => row[`q${at}`]))
}

async function answered<A>(
  db: Reader,
  asked: Question<A>,
  planned: (statement: CompiledQuery<Row>) => CompiledQuery<Row>,
): Promise<A> {
  const { queries, read, along = [] } = asked
  if (queries.length === 0) return read([])
  const query = together(db, queries)
  const writes = along.map((write, at) => sql`${sql.ref(`w${at}`)} as (${write})`)
  const statement: CompiledQuery<Row> =
    along.length === 0
      ? query.compile()
      : sql<Row>`with ${sql.join(writes)} select * from (${query}) as asked`.compile(db)
  const { rows } = await db.getExecutor().executeQuery<Row>(planned(statement))
  return readAnswer(asked, rows)
}
