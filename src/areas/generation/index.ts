import { generateArticleJob } from './jobs/generate-article.ts'
import { generateArticle } from './operations/generate-article.ts'
import { getWritingBrief } from './operations/get-writing-brief.ts'
import { listGenerationOptions } from './operations/list-generation-options.ts'
import { submitDraft } from './operations/submit-draft.ts'

export const operations = [listGenerationOptions, getWritingBrief, submitDraft, generateArticle] as const

export const jobs = [generateArticleJob] as const
