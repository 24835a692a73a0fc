import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'

import { Surrounded } from '#web/app/surrounded.tsx'
import { buttonLook } from '#web/parts/button.tsx'

/** What an address shows that leads to no page. */
export function NotFound() {
  return (
    <Surrounded title="Page not found">
      <p className="flex items-center gap-3 text-muted">
        <Compass aria-hidden size={20} strokeWidth={1.75} />
        This page does not exist, or you have no access to it.
      </p>
      <Link to="/" className={`${buttonLook('plain')} mt-5`}>
        Go to the start page
      </Link>
    </Surrounded>
  )
}
