import { clsx } from 'clsx'
import type { ButtonHTMLAttributes, ReactNode } from 'react'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { label: string; icon: ReactNode }

export function IconButton({ label, icon, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={clsx(
        'inline-grid size-11 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:bg-raised hover:text-ink md:size-7.5 [&>svg]:size-4',
        className,
      )}
    >
      {icon}
    </button>
  )
}
