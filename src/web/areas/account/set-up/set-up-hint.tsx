import { PlainPage } from '#web/parts/plain-page.tsx'

/** What an installation without a person says to somebody without the one-time link. */
export function SetUpHint() {
  return (
    <PlainPage title="Set up Masthead" lead="This installation has no account yet.">
      <p>
        The server printed a one-time set-up link when it started. Open that link: its path begins with{' '}
        <code>/setup/</code>.
      </p>
      <p className="mt-3 text-muted">Without access to that output, create the first account on the server itself:</p>
      <pre
        className="mt-3 overflow-x-auto rounded-lg bg-raised p-3 text-sm"
        tabIndex={0}
        role="region"
        aria-label="Command"
      >
        npm run -s masthead -- setup
      </pre>
    </PlainPage>
  )
}
