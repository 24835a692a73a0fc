import { Link } from '@tanstack/react-router'

import { buttonLook } from '#web/parts/button.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'

/** What a used, expired or broken link leads to, and where to ask for a new one. */
export function LinkEnded({ again }: { again: '/forgot-password' | '/account' }) {
  return (
    <PlainPage title="This link no longer works">
      <p>A link works once, and for a short time. Ask for a new one.</p>
      <Link to={again} className={`${buttonLook('ink')} mt-6 w-full`}>
        {again === '/account' ? 'Go to my account' : 'Ask for a new link'}
      </Link>
    </PlainPage>
  )
}
