import { z } from 'zod'

import { pluck } from '#std/pluck.ts'

import { itemFieldTable } from './item-field-table.ts'

export const statuses = ['draft', 'scheduled', 'published'] as const
export type Status = (typeof statuses)[number]

const { content, contentFormat, slug, title, ...others } = pluck(itemFieldTable, 'input')

/** What an input accepts as the fields of an item, by name. */
export const editableFields = { content, contentFormat, slug, title, ...others }

const editable = z.strictObject(editableFields)
/** Changes to an item, as an operation or an importer passes them. */
export type ItemChanges = z.output<typeof editable>
