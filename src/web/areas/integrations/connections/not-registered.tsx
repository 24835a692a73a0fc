import type { Available } from '#web/areas/integrations/integration-words.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Notice } from '#web/parts/notice.tsx'

/** Why nobody can sign in to a service yet, and what the operator of the installation does about it. */
export function NotRegistered({ label, registration }: Pick<Available, 'label' | 'registration'>) {
  return (
    <div className="max-w-xl">
      <Notice tone="info">
        {label} is connected by signing in there, and this installation is not registered with it yet.
        {registration === null && ' Its operator can register it.'}
      </Notice>
      {registration !== null && (
        <section aria-labelledby="what-operator-does" className="mt-5">
          <h2 id="what-operator-does" className="t-sub">
            What the operator does, once
          </h2>
          <ol className="mt-2 flex list-decimal flex-col gap-3 pl-5">
            <li>
              Creates an OAuth client at {label}, with this redirect address:
              <span className="mt-1 flex flex-wrap items-center gap-2">
                <code className="wrap-anywhere">{registration.redirectUrl}</code>
                <CopyButton text={registration.redirectUrl} label="Copy" />
              </span>
            </li>
            <li>
              Sets its id and secret as environment variables, or in the file <code>.env</code>:
              <ul className="mt-1">
                {registration.variables.map((name) => (
                  <li key={name}>
                    <code className="wrap-anywhere">{name}</code>
                  </li>
                ))}
              </ul>
            </li>
            <li>Restarts Masthead. Then anybody who may connect services can sign in here.</li>
          </ol>
          <p className="mt-3 text-muted">
            <code>.env.example</code> lists both settings, and <code>docs/services.md</code> says where to find them at
            each service.
          </p>
        </section>
      )}
    </div>
  )
}
