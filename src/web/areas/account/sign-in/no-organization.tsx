import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'

import { Button, buttonLook } from '#web/parts/button.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { sessionQuery, signOut } from '#web/session.ts'

/** For somebody who is signed in but is not a member of any organization. */
export function NoOrganization() {
  const { data: session } = useQuery(sessionQuery)
  const { queries } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const mayCreate = session?.signedIn === true && session.mayCreateOrganization

  async function leave() {
    await signOut()
    queries.clear()
    await navigate({ to: '/sign-in' })
  }

  return (
    <PlainPage title="No organization yet">
      <p>
        You are signed in, but you are not a member of any organization. Ask an owner or admin to invite you
        {mayCreate ? ', or make one of your own.' : '.'}
      </p>
      <div className="mt-5 flex flex-col gap-2">
        {mayCreate && (
          <Link to="/new-organization" className={buttonLook('ink')}>
            Create an organization
          </Link>
        )}
        <Button onClick={() => void leave()}>Sign out</Button>
      </div>
    </PlainPage>
  )
}
