/** A link that chooses one part of a list; the current one is marked with `aria-current`. */
export const tabLinkLook =
  'flex min-h-11 items-center rounded-lg px-3 whitespace-nowrap text-muted transition-colors hover:text-foreground aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-foreground md:min-h-9'
