import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'

type Props = {
  /** What is chosen, where a screen has two of them. */
  label?: string
  views: readonly { label: string; isCurrent: boolean; link: LinkProps }[]
}

/** The ways to look at the same things, side by side; each has its address. */
export function ViewLinks({ label: name = 'View', views }: Props) {
  return (
    <nav aria-label={name} className="flex overflow-hidden rounded-lg border border-edge bg-surface">
      {views.map(({ label, isCurrent, link }) => (
        <Link
          key={label}
          {...link}
          resetScroll={false}
          activeProps={{}}
          aria-current={isCurrent ? 'true' : undefined}
          className={clsx(
            'flex min-h-11 items-center border-r border-line px-2.5 font-medium last:border-r-0 hover:bg-raised focus-visible:-outline-offset-2 md:min-h-7',
            isCurrent && 'bg-raised',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
