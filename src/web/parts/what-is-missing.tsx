import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import type { OperationError } from '#web/operation-error.ts'
import { buttonLook } from '#web/parts/button.tsx'

/** What a call needs that is not set up or no longer works, and the way there. */
export default function WhatIsMissing({ error }: { error: OperationError }) {
  const { words, place, integrationId } = missingIn(error.details)
  return (
    <>
      {words !== null && <span>{words}</span>}
      {place !== null && <WayThere place={place} integrationId={integrationId} />}
    </>
  )
}

function WayThere({ place, integrationId }: { place: Place; integrationId: string | null }) {
  const { slug: orgSlug } = useOrganization()
  const look = `${buttonLook('plain')} mt-2 w-fit`
  return (
    <span className="block">
      {place === 'Integrations' && integrationId !== null ? (
        <Link
          to="/o/$orgSlug/settings/integrations/$integration"
          params={{ orgSlug, integration: integrationId }}
          className={look}
        >
          Open the connection
        </Link>
      ) : (
        <Link to={places[place]} params={{ orgSlug }} className={look}>
          Open {place}
        </Link>
      )}
    </span>
  )
}

/** Where people set up what calls need, by what their screens are called. */
const places = {
  Integrations: '/o/$orgSlug/settings/integrations',
  Models: '/o/$orgSlug/settings/models',
  Members: '/o/$orgSlug/settings/members',
  Organization: '/o/$orgSlug/settings/organization',
} as const
type Place = keyof typeof places

const isPlace = (name: string | undefined): name is Place => name !== undefined && name in places

/** Reads `details` of a 424. A sentence with the name of an operation is for agents. */
export function missingIn(details: unknown): {
  words: string | null
  place: Place | null
  integrationId: string | null
} {
  const { howToFix, integrationId } = { howToFix: '', integrationId: null, ...(details as object | null) } as {
    howToFix: unknown
    integrationId: unknown
  }
  const words = typeof howToFix === 'string' && !/[a-z][A-Z]/.test(howToFix) ? howToFix : ''
  const named = /Settings > (\w+)/.exec(String(howToFix))?.[1]
  const ofIntegration = typeof integrationId === 'string' ? integrationId : null
  const place = isPlace(named) ? named : ofIntegration === null ? null : 'Integrations'
  return { words: words || null, place, integrationId: ofIntegration }
}
