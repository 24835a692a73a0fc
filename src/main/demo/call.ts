import type { z } from 'zod'

import type { Catalog, OperationName, OutputOf } from '#catalog/catalog.ts'

export const day = 24 * 3600 * 1000

type Declared<N extends OperationName> = Extract<Catalog[keyof Catalog][number], { name: N }>
export type GivenTo<N extends OperationName> = z.input<Declared<N>['input']>

/** Calls an operation as the owner of the example workspace. */
export type Call = <N extends OperationName>(operation: N, input: GivenTo<N>) => Promise<OutputOf<N>>
