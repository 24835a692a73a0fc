import * as account from '#areas/account/index.ts'
import * as collections from '#areas/collections/index.ts'
import * as content from '#areas/content/index.ts'
import * as publishing from '#areas/publishing/index.ts'
import type { AnyOperation } from '#kernel/operation.ts'

/** Every operation of the product, by area. The order is that of discovery. */
export const catalog = {
  account: account.operations,
  collections: collections.operations,
  content: content.operations,
  publishing: publishing.operations,
} as const satisfies Record<string, readonly AnyOperation[]>

export type Catalog = typeof catalog
export type AreaName = keyof Catalog
type All = Catalog[AreaName][number]
export type OperationName = All['name']
type Named<N extends OperationName> = Extract<All, { name: N }>
export type InputOf<N extends OperationName> = Parameters<Named<N>['handle']>[1]
export type OutputOf<N extends OperationName> = Awaited<ReturnType<Named<N>['handle']>>
