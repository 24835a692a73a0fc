import { fieldWords } from '#web/parts/field-words.ts'

/** What each kind of job does, as people would ask for it. */
export const jobKinds: Readonly<Record<string, string>> = {
  addExamples: 'Add the example content',
  askAsvEngines: 'Ask the AI engines',
  bulkUpdateItems: 'Change many articles',
  captureComparisonScreenshots: 'Take pictures of compared pages',
  exportItems: 'Export articles',
  generateArticle: 'Write an article',
  generateImage: 'Draw a picture',
  generateItemMetadata: 'Write texts for search results',
  generateTopics: 'Suggest topics',
  importContextFromUrl: 'Read an address into the library',
  importItems: 'Import articles',
  importMedia: 'Fetch pictures',
  measurePages: 'Measure pages of the website',
  mendSiteAuditIssues: 'Fix what an audit found',
  migrateContent: 'Move articles to another system',
  nightlyWork: 'Work of the night',
  pushItems: 'Copy articles to another system',
  readAsvAnswers: 'Read AI answers again',
  revertChanges: 'Take changes back',
  rewriteItem: 'Rewrite an article',
  sendNotices: 'Send notices',
  siteAudit: 'Read the website',
  suggestAltTexts: 'Describe pictures',
  suggestAsvPrompts: 'Suggest questions for AI engines',
  syncSearchConsole: 'Fetch searches from Google',
}

/** What a job does, in words. */
export const kindWords = (kind: string): string => jobKinds[kind] ?? fieldWords(kind)
