import type { OutputOf } from '#web/operations.ts'

type Media = OutputOf<'listMedia'>['items'][number]

/** What a picture is called: its title, else the name of its file, else its alt text. */
export function nameOf({ title, filename, alt }: Pick<Media, 'title' | 'filename' | 'alt'>): string {
  return title ?? filename ?? alt ?? 'Without a name'
}

/**
 * The path of a picture on this server, in a size that has at least this width where there is one; undefined where its file is stored elsewhere: the
 * page shows nothing of other servers.
 */
export function pathOf({ variants }: Pick<Media, 'variants'>, width: number): string | undefined {
  const sizes = variants.filter(({ format }) => format === 'webp').toSorted((a, b) => a.width - b.width)
  const chosen = sizes.find((size) => size.width >= width) ?? sizes.at(-1)
  return chosen && new URL(chosen.url).pathname
}

/** "84 kB", "1.4 MB". */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
