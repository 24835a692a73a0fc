import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/**
 * `ink` is what one mostly does here; `press` changes what the public sees, and nothing else is filled red; `to-press` only opens
 * what asks about it and ends in "…"; `quiet` has no outline.
 */
export type Look = 'ink' | 'plain' | 'quiet' | 'to-press' | 'press'
export type Size = 'normal' | 'small'

type Props = ComponentProps<'button'> & { look?: Look; size?: Size; isBusy?: boolean }

/** A button. While busy it keeps its width and its focus, and does nothing. */
export function Button({
  look = 'plain',
  size = 'normal',
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonLook(look, size), isBusy && 'opacity-70', className)}
    >
      {children}
    </button>
  )
}

/** Only the look, for links that are used like buttons. */
export function buttonLook(look: Look, size: Size = 'normal'): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-lg border text-base font-medium whitespace-nowrap transition-colors [&>svg]:size-4',
    'disabled:border-line disabled:bg-raised disabled:text-muted',
    size === 'small' ? 'min-h-11 px-3 md:min-h-6.5 md:px-2 md:text-sm' : 'min-h-11 px-3 md:min-h-7.5',
    looks[look],
  )
}

const looks: Record<Look, string> = {
  ink: 'border-ink bg-ink text-paper enabled:hover:bg-ink/90',
  plain: 'border-edge bg-surface text-ink hover:bg-raised',
  quiet: 'border-transparent text-muted hover:bg-raised hover:text-ink disabled:bg-transparent',
  'to-press': 'border-press bg-surface text-press-ink hover:bg-press-soft',
  press: 'border-press bg-press text-on-press enabled:hover:brightness-95',
}
