import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useOrganization } from '#web/context.ts'
import { Popover } from '#web/parts/popover.tsx'
import type { SignedIn } from '#web/session.ts'

/** The nameplate: names the organization of this page; leads to the person's others. */
export function OrganizationSwitcher({ session: { organizations, mayCreateOrganization } }: { session: SignedIn }) {
  const current = useOrganization()
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="min-w-0 flex-1 rounded-lg px-2 text-left transition-colors hover:bg-raised"
      >
        <span className="sr-only">Organization: </span>
        <span className="line-clamp-2 font-serif text-[21px] leading-[26px] font-semibold tracking-[-.012em]">
          {current.name}
        </span>
        <span className="block text-xs text-muted">Masthead</span>
      </button>
      <Popover id={id} label="Organizations" className="top-16 left-2.5 w-60">
        <ul>
          {organizations.map(({ id: key, slug, name, role }) => (
            <li key={key}>
              <Link
                to="/o/$orgSlug"
                params={{ orgSlug: slug }}
                onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
                className="flex min-h-11 items-center gap-2.5 rounded-lg px-2 hover:bg-raised md:min-h-9"
                aria-current={key === current.id ? 'true' : undefined}
              >
                <span className="min-w-0 flex-1 truncate t-row">{name}</span>
                <span className="text-muted">{key === current.id ? 'shown' : role}</span>
              </Link>
            </li>
          ))}
        </ul>
        {mayCreateOrganization && (
          <Link
            to="/new-organization"
            className="mt-1.5 flex min-h-11 items-center border-t border-line px-2 hover:bg-raised md:min-h-9"
          >
            New organization…
          </Link>
        )}
      </Popover>
    </>
  )
}
