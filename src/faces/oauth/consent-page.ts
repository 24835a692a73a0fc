import { html, type Html } from '#faces/html.ts'
import { agentsPage } from '#kernel/agents-page.ts'
import type { Role, Scope } from '#kernel/scope.ts'

import type { OfferedScope, OrganizationChoice } from './consent-view.ts'
import type { RedirectTarget } from './redirect-target.ts'
import { scopeGroups, type ScopeWords } from './scope-words.ts'

export type ConsentPage = {
  client: { name: string; verifiedHost: string | undefined }
  target: RedirectTarget
  person: { name: string; email: string }
  organizations: readonly OrganizationChoice[]
  offered: ReadonlyMap<Scope, OfferedScope>
  csrf: string
  /** Where the form goes. */
  action: string
}

/** The consent page (oauth.md#consent-is-always-shown). */
export function consentPage(view: ConsentPage): Html {
  const { client, person, organizations, action, csrf } = view
  const chosen = organizations.find(({ isChosen }) => isChosen)
  const place = chosen === undefined ? html`an organization` : html`<bdi>${chosen.name}</bdi>`
  return html`<header>
      <p class="brand">Masthead</p>
      <h1><bdi>${client.name}</bdi> wants to act in ${place} as <bdi>${person.name}</bdi></h1>
      ${whoAsks(view)}
    </header>
    <form id="consent" class="consent" method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <button class="deny" type="submit" name="decision" value="deny">Deny</button>
      ${organizationChooser(view)} ${chosen !== undefined && scopeChooser(view, chosen.role)}
      <section class="terms" aria-label="How long it lasts">
        <p>
          It stays connected for 30 days after each use, at most 180 days, and ends at once when you leave the
          organization. You can change or end it at any time in ${agentsPage}.
        </p>
      </section>
      ${
        chosen !== undefined &&
        html`<button type="submit" name="decision" value="allow_read_only">Allow read only</button>
          <button type="submit" name="decision" value="allow">Allow</button>`
      }
    </form>
    <form class="switch" method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <p>
        Signed in as <bdi>${person.email}</bdi>.
        <button class="quiet" type="submit" name="decision" value="switch_account">Not you? Sign out</button>
      </p>
    </form>`
}

/** The page that replaces a redirect which the policy of a form cannot name (oauth.md#form-action-names-the-target). */
export function forwardPage(address: string): Html {
  return html`<h1>Almost done</h1>
    <p>You are being sent back to the application. <a href="${address}">Continue</a> if nothing happens.</p>`
}

function whoAsks({ client, target }: ConsentPage): Html {
  return html`<dl class="facts">
      <div>
        <dt>Sends you back to</dt>
        <dd><strong class="host">${target.host}</strong></dd>
      </div>
      <div>
        <dt>Identity</dt>
        <dd>
          ${
            client.verifiedHost === undefined
              ? html`<span class="pill warn">Not verified</span> It chose its name itself.`
              : html`<span class="pill ok">Verified</span> Published by <strong>${client.verifiedHost}</strong>`
          }
        </dd>
      </div>
    </dl>
    ${
      target.kind !== 'site' &&
      html`<p class="notice warn">
        The answer goes to
        ${target.kind === 'this computer' ? 'an application on this computer' : 'an application on this device'}, and
        any application there could receive it. Go on only if you have just started this yourself.
      </p>`
    }`
}

const obstacles = {
  organization_suspended: 'This organization is suspended.',
  membership_suspended: 'Your membership is suspended.',
}

function organizationChooser({ organizations, action }: ConsentPage): Html {
  if (organizations.length === 0)
    return html`<p class="notice warn">
      You are not a member of any organization, so there is nothing to give access to.
    </p>`
  return html`<fieldset>
    <legend>Organization</legend>
    ${organizations.map(
      ({ id, name, role, obstacle, isChosen }) =>
        html`<label class="row ${obstacle !== null && 'closed'}">
          <input
            type="radio"
            name="organization_id"
            value="${id}"
            ${isChosen && html`checked`}
            ${obstacle !== null && html`disabled`}
          />
          <span>
            <bdi>${name}</bdi> <span class="hint">Your role: ${role}</span>
            ${obstacle !== null && html`<span class="hint">${obstacles[obstacle]}</span>`}
          </span>
        </label>`,
    )}
    ${
      organizations.filter(({ obstacle }) => obstacle === null).length > 1 &&
      html`<p class="choose">
        <button class="quiet" type="submit" formmethod="get" formaction="${action}">Choose</button>
        <span class="hint">shows what your role there allows</span>
      </p>`
    }
  </fieldset>`
}

function scopeChooser({ offered }: ConsentPage, role: Role): Html {
  const isAsked = ({ scope }: ScopeWords) => offered.get(scope)?.isAsked === true
  const more = scopeGroups.flatMap(({ scopes }) => scopes).filter((words) => !isAsked(words)).length
  return html`<section aria-labelledby="asked">
      <h2 id="asked">It asks for</h2>
      ${groupsOf(isAsked)}
    </section>
    ${
      more > 0 &&
      html`<section aria-labelledby="more">
        <h2 id="more">Also allow</h2>
        <p class="hint">It did not ask for these. Many applications cannot ask again later.</p>
        ${groupsOf((words) => !isAsked(words))}
      </section>`
    }`

  function groupsOf(belongs: (words: ScopeWords) => boolean): Html[] {
    return scopeGroups.flatMap(({ title, mark: risk, scopes }) => {
      const rows = scopes.filter(belongs)
      if (rows.length === 0) return []
      return html`<fieldset class="${risk === undefined ? '' : 'risky'}">
        <legend>${title}</legend>
        ${rows.map((words) => scopeRow(words, { offered: offered.get(words.scope), role, risk }))}
      </fieldset>`
    })
  }
}

function scopeRow(
  { scope, label, explanation }: ScopeWords,
  { offered, role, risk }: { offered: OfferedScope | undefined; role: Role; risk: string | undefined },
): Html {
  if (offered === undefined) return html``
  const { isTicked, isOpen, isNew, operations } = offered
  return html`<div class="scope">
    <label class="row ${!isOpen && 'closed'}">
      <input type="checkbox" name="scope" value="${scope}" ${isTicked && html`checked`} ${!isOpen && html`disabled`} />
      <span>
        ${label} ${isNew && html`<span class="pill info">New</span>`}
        ${risk !== undefined && html`<span class="pill warn">${risk}</span>`}
        <span class="hint">${explanation}</span>
        ${!isOpen && html`<span class="hint">Your role here (${role}) does not include this.</span>`}
      </span>
    </label>
    ${
      operations.length > 0 &&
      html`<details>
        <summary>Show the operations (${operations.length})</summary>
        <ul>
          ${operations.map((title) => html`<li>${title}</li>`)}
        </ul>
      </details>`
    }
  </div>`
}
