export { articleTypeOf } from './fields/article-type.ts'
export { comparedSections, withScreenshot } from './fields/compared-sections.ts'
export { type ComparisonScreenshot, termLimits } from './fields/entries.ts'
export type { FieldReferences } from './fields/field-references.ts'
export { columnOf, fieldsOfRow, type ItemColumns } from './fields/item-columns.ts'
export { type ItemFieldTable, itemFieldTable } from './fields/item-field-table.ts'
export type { CarriedText, ItemAttribute } from './fields/item-field.ts'
export { editableFields, type ItemChanges, type Status, statuses } from './fields/item-fields.ts'
export {
  isSameValue,
  isSearchedChange,
  isTextChange,
  needsNewApproval,
  patchedRow,
  patchOf,
} from './fields/item-patch.ts'
export { keepReferences, referencesIn } from './fields/item-references.ts'
export { leadsTo, notAllowed } from './fields/item-steps.ts'
export { type Origin, origins } from './origins.ts'
export {
  bodyAsked,
  bodyOf,
  findItem,
  findItems,
  type ItemBody,
  itemOf,
  type ItemRef,
  type ItemRow,
  type ItemState,
  type ItemTerms,
  lockItem,
  lockItems,
  lockUntrashed,
  noTerms,
  termsAsked,
  termsOf,
} from './stored/items.ts'
export { contentFormats } from './fields/item-field-table.ts'
export { lastRevisionAsked } from './stored/last-revision.ts'
export { collectionIn, readSurroundings, type Surroundings, surroundingsAsked } from './stored/surroundings.ts'
export { lockUntrashedWorld, lockWorld, type World, worldAround, worldReader } from './stored/world.ts'
