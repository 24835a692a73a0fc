import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

type Props = ComponentProps<'button'> & { look?: Look; isBusy?: boolean }

/** A button. While busy it keeps its width and its focus, and does nothing. */
export function Button({ look = 'secondary', isBusy = false, className, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonLook(look), isBusy && 'opacity-70', className)}
    >
      {children}
    </button>
  )
}

/** Only the look, for links that are used like buttons. */
export function buttonLook(look: Look): string {
  return clsx(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg px-3.5 text-base font-medium whitespace-nowrap transition-colors md:min-h-9',
    'disabled:opacity-55 [&>svg]:size-4',
    looks[look],
  )
}

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-control/60 bg-surface text-foreground shadow-card hover:bg-raised',
  quiet: 'text-muted hover:bg-raised hover:text-foreground',
  danger: 'bg-bad text-on-accent hover:brightness-95',
}
