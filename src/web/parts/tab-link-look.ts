/** A link that chooses one part of a list; the current one is marked with `aria-current`, a tab with `aria-selected`. */
export const tabLinkLook =
  'flex min-h-11 min-w-6 shrink-0 items-center justify-center gap-1.5 border-b-2 border-transparent pt-0.5 whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink md:min-h-9.5'
