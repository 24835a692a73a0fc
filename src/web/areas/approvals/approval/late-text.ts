import { late } from '#web/parts/late.ts'

/** Fetches what reads Markdown; it is asked for while the call itself is still read. */
export const loadMarkdownText = () => import('#web/parts/markdown-text.tsx')

export const MarkdownText = late(async () => ({ default: (await loadMarkdownText()).MarkdownText }))
