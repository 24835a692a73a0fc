export type Question = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal | undefined }

/** One request to the server's `/app` interface, as this browser's person; rejects when there is no answer. */
export async function ask(method: string, path: string, { body, headers, signal }: Question = {}): Promise<Response> {
  return fetch(path, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : json), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    credentials: 'same-origin',
    cache: 'no-store',
  })
}

const json = { 'content-type': 'application/json' }
