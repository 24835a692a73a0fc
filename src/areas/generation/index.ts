import { getWritingBrief } from './operations/get-writing-brief.ts'
import { listGenerationOptions } from './operations/list-generation-options.ts'
import { submitDraft } from './operations/submit-draft.ts'

export const operations = [listGenerationOptions, getWritingBrief, submitDraft] as const
