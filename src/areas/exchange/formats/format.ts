import type { WholeItem } from '#areas/content/index.ts'

export const exportFormats = ['markdown_zip', 'jsonl', 'csv', 'wxr'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What an export is about besides its items. */
export type ExportPlace = { siteUrl: string; organizationName: string; now: Date }

/** The bytes of a file, made from items as they come: never more than a few items are in memory. */
export type WriteExport = (items: AsyncIterable<WholeItem>, place: ExportPlace) => AsyncIterable<Buffer | string>
