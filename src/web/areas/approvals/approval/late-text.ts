import { lazy } from 'react'

/** Fetches what reads Markdown; it is asked for while the call itself is still read. */
export const loadMarkdownText = () => import('#web/parts/markdown-text.tsx')

export const MarkdownText = lazy(async () => ({ default: (await loadMarkdownText()).MarkdownText }))
