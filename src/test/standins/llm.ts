import sharp from 'sharp'

import { isObject } from '#std/objects.ts'

import { formats } from './llm-formats.ts'
import type { Asked, Script } from './llm-script.ts'
import { streamOf } from './llm-streams.ts'
import { type Answer, openStandin, type Request } from './standin.ts'

export const llmKey = 'key-of-the-stand-in-0123456789'

/** Five providers of models in memory, each in its own format, with scripted answers. */
export async function openLlm() {
  let say: (asked: Asked) => Script = () => ({})
  let key = llmKey
  let url = ''
  const asked: Asked[] = []
  let paused = 0
  let drawn = 0

  async function route(request: Request): Promise<Answer> {
    const { path, headers, method } = request
    if (path.startsWith('/redirect/'))
      return path === '/redirect/gone'
        ? { status: 404 }
        : { status: 302, headers: { location: decodeURIComponent(path.slice('/redirect/'.length)) } }
    const given = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization?.replace('Bearer ', '')
    const provider = providerOf(request)
    if (provider !== 'openai_compatible' && given !== key) return refusedKey(provider)
    if (method === 'GET')
      return path.startsWith('/v1beta')
        ? { status: 200, json: { models: [{ name: 'models/gemini-stand-in' }] } }
        : { status: 200, json: { object: 'list', data: [{ id: 'model-of-the-stand-in', object: 'model' }] } }
    const body = JSON.parse(request.body.toString()) as Record<string, unknown>
    const picture = async () => (await newPicture(++drawn)).toString('base64')
    if (path === '/v1/images/generations') {
      const { end, drawnAfter } = say({ provider, prompt: String(body['prompt']), body, isForm: false })
      await drawnAfter
      if (end === 'refused')
        return { status: 400, json: { error: { code: 'content_policy_violation', message: 'Not allowed.' } } }
      return {
        status: 200,
        json: { data: [{ b64_json: await picture() }], usage: { input_tokens: 20, output_tokens: 1000 } },
      }
    }
    const one = { provider, ...contentOf(provider, body), body }
    asked.push(one)
    const script = say(one)
    const said = {
      ...script,
      text: textOf(one, script),
      picture:
        isObject(body['generationConfig']) && 'responseModalities' in body['generationConfig']
          ? await picture()
          : undefined,
    }
    const json = formats[provider]?.(said, one, { base: url, paused: () => paused++ })
    return isStream(request, body)
      ? { status: 200, parts: streamOf(provider, json, script.stream) }
      : { status: 200, json }
  }

  const standin = await openStandin(route)
  url = standin.url
  return {
    ...standin,
    asked,
    /** What all providers say from now on. */
    says: (script: Script | ((asked: Asked) => Script)) => {
      paused = 0
      say = typeof script === 'function' ? script : () => script
    },
    changeKey: (to: string) => void (key = to),
    /** What the operator would configure. */
    configured: () => ({ baseUrl: standin.url }),
  }
}

/** A PNG, different every time. */
function newPicture(n: number): Promise<Buffer> {
  const background = { r: n % 256, g: 80, b: 120 }
  return sharp({ create: { width: 640, height: 360, channels: 3, background } })
    .png()
    .toBuffer()
}

function providerOf({ path, headers }: Request): string {
  if (path.startsWith('/v1beta')) return 'google'
  if (path === '/v1/agent') return 'perplexity'
  if (path === '/v1/chat/completions') return 'openai_compatible'
  if (path === '/v1/messages' || headers['x-api-key'] !== undefined) return 'anthropic'
  return headers.authorization === undefined ? 'openai_compatible' : 'openai'
}

const isStream = ({ path }: Request, body: Record<string, unknown>) =>
  body['stream'] === true || path.endsWith(':streamGenerateContent')

function refusedKey(provider: string): Answer {
  if (provider !== 'google')
    return { status: 401, json: { error: { type: 'authentication_error', message: 'invalid key' } } }
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }]
  return {
    status: 400,
    json: { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid.', details } },
  }
}

type Content = { prompt: string; isForm: boolean; schema: unknown }

function contentOf(provider: string, body: Record<string, unknown>): Content {
  const at = (...names: (string | number)[]) =>
    names.reduce<unknown>(
      (value, name) => (value === null || typeof value !== 'object' ? undefined : Reflect.get(value, name)),
      body,
    )
  const found = {
    openai: [at('input', 0, 'content') ?? at('input'), at('text', 'format', 'schema')],
    perplexity: [at('input'), undefined],
    anthropic: [at('messages', 0, 'content'), at('output_config', 'format', 'schema')],
    google: [at('contents', 0, 'parts'), at('generationConfig', 'responseJsonSchema')],
    openai_compatible: [lastOf(at('messages')), at('response_format', 'json_schema', 'schema')],
  }[provider] ?? ['', undefined]
  return { prompt: promptIn(found[0]), isForm: found[1] !== undefined, schema: found[1] }
}

const lastOf = (messages: unknown) => (Array.isArray(messages) ? (messages.at(-1) as { content: unknown }).content : '')

/** The words of a request, whose content is a text or parts of which one is a text. */
function promptIn(content: unknown): string {
  if (!Array.isArray(content)) return String(content)
  const parts: unknown[] = content
  return parts.flatMap((part) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : [])).join('')
}

function textOf(one: Content, script: Script): string {
  if (script.text !== undefined) return script.text
  return one.isForm ? JSON.stringify(script.json ?? made(one.schema)) : 'Acme is one of several.'
}

/** Something that a schema accepts. */
function made(schema: unknown): unknown {
  if (!isObject(schema)) return null
  const { type, properties, items, enum: words, anyOf } = schema
  if (Array.isArray(anyOf)) return made(anyOf[0])
  if (Array.isArray(words)) return words[0]
  if (type === 'object' && isObject(properties))
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, made(one)]))
  if (type === 'array') return [made(items)]
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : 'Words of a model.'
}
