import { inject } from 'vitest'

import { type Place, placeOn } from './place.ts'

/** A place on the template of this run. */
export function newPlace(): Promise<Place> {
  return placeOn(inject('template'))
}
