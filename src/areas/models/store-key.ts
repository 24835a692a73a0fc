import type { PrepareCtx } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ModelConnection, type ModelConnector, ModelFault, type ModelProvider } from '#kernel/model.ts'
import { Secret } from '#kernel/secret.ts'

import { refusalOf } from './faults.ts'
import { storedKey } from './keys.ts'

export type GivenKey = { provider: ModelProvider; key: string | null; baseUrl?: string | undefined }

/** A key that works, or one that is to be removed. */
export type ProvenKey = { key: Secret<string> | null; baseUrl: string | null; isRemoved: boolean }

/**
 * Asks the provider whether a key works. Nothing is stored, and a rehearsal asks nothing. Errors: `validation_failed`,
 * `url_not_allowed`, `target_rejected` with the reason `credential`, `upstream_failed`, `unavailable`.
 */
export async function proveKey(ctx: PrepareCtx, { provider, key, baseUrl }: GivenKey): Promise<ProvenKey> {
  const isCompatible = provider === 'openai_compatible'
  if (baseUrl !== undefined && !isCompatible) throw invalid('baseUrl', 'Only openai_compatible has an address')
  if (key === null && baseUrl === undefined) return { key: null, baseUrl: null, isRemoved: true }
  const configured = ctx.models.configured[provider]?.baseUrl ?? null
  const kept = isCompatible ? ((await ctx.read((db) => storedKey(db, provider)))?.base_url ?? null) : null
  const own = baseUrl === undefined ? kept : beforeVersion(baseUrl)
  if (isCompatible && own === null && configured === null)
    throw invalid('baseUrl', 'The address of the server is needed')
  if (own !== null) ctx.checkUrl(own)
  const proven = { key: key === null ? null : new Secret(key), baseUrl: own, isRemoved: false }
  if (ctx.isRehearsal) return proven

  const { fetch, signal } = ctx
  await asked(ctx.models.find(provider), { key: proven.key, baseUrl: own ?? configured, fetch, signal })
  return proven
}

/** Lists the models or, where a proxy has no list, asks the cheapest question. Errors: `ModelFault`. */
export async function askWhetherItWorks(
  connector: ModelConnector,
  connection: ModelConnection,
): Promise<readonly string[]> {
  const { defaultModel: model } = connector
  try {
    return await connector.listModels(connection)
  } catch (error) {
    if (!isWithoutList(error) || model === null) throw error
    await connector.ask(connection, { model, prompt: 'Hello', webSearch: false, country: null })
    return []
  }
}

async function asked(connector: ModelConnector, connection: ModelConnection): Promise<void> {
  const { label } = connector
  try {
    await askWhetherItWorks(connector, connection)
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    if (error.code !== 'auth_failed') throw refusalOf(error)
    const message = `${label} refuses this key. Nothing was stored.`
    throw new Refusal('target_rejected', message, { reason: 'credential' })
  }
}

const isWithoutList = (error: unknown): boolean =>
  error instanceof ModelFault && (error.httpStatus === 404 || error.httpStatus === 405)

/** The address without what stands behind it in the addresses of calls. */
function beforeVersion(address: string): string {
  return address.replace(/\/+$/, '').replace(/\/v1(beta)?$/, '')
}

function invalid(field: string, message: string): Refusal {
  return new Refusal('validation_failed', `${message}.`, [{ path: `/input/${field}`, message, code: 'invalid_value' }])
}
