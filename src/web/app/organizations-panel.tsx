import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import type { SignedIn } from '#web/session.ts'

/** The organizations of the person, each a link into it. */
export default function OrganizationsPanel({ session }: { session: SignedIn }) {
  const current = useOrganization()
  const { organizations, mayCreateOrganization } = session
  return (
    <>
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
    </>
  )
}
