import { createContextEntry } from './operations/create-context-entry.ts'
import { deleteContextEntry } from './operations/delete-context-entry.ts'
import { getContextEntry } from './operations/get-context-entry.ts'
import { listContextEntries } from './operations/list-context-entries.ts'
import { searchContextLibrary } from './operations/search-context-library.ts'
import { updateContextEntry } from './operations/update-context-entry.ts'

export { revertibleEntries } from './revert-entries.ts'
export { contextUrls } from './context-urls.ts'
export { contextFor, type ContextPassage } from './retrieval.ts'
export { renewEntryWords } from './entry-words.ts'
export { factTextsAsked } from './fact-texts.ts'
export { saveFetched } from './fetched-entries.ts'
export { bodyLimit, entryKinds } from './entry-fields.ts'

export const operations = [
  listContextEntries,
  getContextEntry,
  createContextEntry,
  updateContextEntry,
  deleteContextEntry,
  searchContextLibrary,
] as const
