import type { AnyProcedure } from '#kernel/procedure.ts'

import * as areas from './areas.ts'

type WithProcedures = Extract<(typeof areas)[keyof typeof areas], { procedures: readonly AnyProcedure[] }>
export type Procedures = WithProcedures['procedures'][number]

/** Every procedure of people: only the web application calls them (calls.md#exposed-or-excluded). */
export const procedures: readonly Procedures[] = Object.values(areas).flatMap<Procedures>((area) =>
  'procedures' in area ? area.procedures : [],
)
