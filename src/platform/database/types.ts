import pg from 'pg'

type GetTypeParser = typeof pg.types.getTypeParser

/**
 * How values come out of the database, per pool (the driver's registry is shared by the whole process and left alone): `int8` (and
 * `count(*)`) as number, `date` as text, json parsed, timestamps as `Date`, numeric as text.
 */
export const columnTypes: { getTypeParser: GetTypeParser } = { getTypeParser: parserOf as GetTypeParser }

const { INT8, DATE } = pg.types.builtins
const int8Array = 1016

const parsers = new Map<number, (value: string) => unknown>([
  [INT8, Number],
  [int8Array, (value) => libraryParser(int8Array, 'text')(value).map(Number)],
  [DATE, (value) => value],
])

function parserOf(type: number, format?: 'text' | 'binary') {
  const own = format === 'binary' ? undefined : parsers.get(type)
  return own ?? libraryParser(type, format)
}

/** The library's types list scalars only; at runtime it knows the arrays too. */
function libraryParser(type: number, format?: 'text' | 'binary'): (value: string) => string[] {
  return pg.types.getTypeParser(type as typeof INT8, format as 'text')
}
