import { type AnyOperation, confirmationOf, idempotencyOf, isChange } from '#kernel/operation.ts'
import { scopes } from '#kernel/scope.ts'

import type { Entry, Reference } from './reference.ts'

/** The OpenAPI 3.1 document of `/v2`: one path per operation, with schemas and examples of the declarations. */
export function openApiOf(reference: Reference): Record<string, unknown> {
  const areas = [...new Set(reference.entries.map(({ area }) => area))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Masthead Agent API',
      version: reference.catalogVersion,
      description: `The operations that people use in the web application, for agents and automations. Scopes: ${scopes.join(', ')}.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: areas.map((name) => ({ name, description: `Operations of the area ${name}` })),
    security: [{ apiKey: [] }, { bearer: [] }],
    paths: {
      '/v2/tools': discoveryPath(),
      ...Object.fromEntries(reference.exposed.map(({ op, entry }) => [`/v2/tools/${op.name}`, pathOf(op, entry)])),
    },
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key of the organization' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An OAuth access token, or an API key where a client cannot send X-API-Key',
        },
      },
      schemas: { Error: errorSchema },
      responses: {
        Refused: {
          description: 'Refused, with a code and a sentence that says how to fix it',
          content: json({ $ref: '#/components/schemas/Error' }),
        },
      },
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'status', 'requestId'],
      properties: {
        code: { type: 'string', description: 'Stable code' },
        message: { type: 'string', description: 'What is wrong and how to fix it' },
        status: { type: 'integer', description: 'The HTTP status' },
        requestId: { type: 'string', description: 'Leads to the log line and the audit record' },
        details: { description: 'Problems with the input, or what fixes the call' },
      },
    },
  },
}

function discoveryPath() {
  return {
    get: {
      operationId: 'discoverOperations',
      summary: 'List operations',
      description: 'Every operation with its scope, risk and schemas, and whether this credential may run it.',
      parameters: [
        parameter('area', 'Only this area'),
        parameter('scope', 'Only this scope'),
        parameter('risk', 'Only this risk level'),
        parameter('search', 'Words in name, title or description'),
      ],
      responses: {
        '200': {
          description: 'The catalog',
          content: json({
            type: 'object',
            required: ['catalogVersion', 'operations'],
            properties: {
              catalogVersion: { type: 'string' },
              operations: { type: 'array', items: { type: 'object' } },
            },
          }),
        },
        ...refusals([401, 422, 429]),
      },
    },
  }
}

function pathOf(op: AnyOperation, entry: Entry) {
  const conditional = confirmationOf(op)
  return {
    post: {
      operationId: op.name,
      summary: op.title,
      description: `${op.summary} Scope: ${entry.scope}. Risk: ${op.risk}.${entry.confirmationRule === undefined ? '' : ` Confirmation: ${entry.confirmationRule}`}`,
      tags: [entry.area],
      ...(op.deprecated === undefined ? {} : { deprecated: true }),
      parameters: isChange(op) ? [keyParameter(idempotencyOf(op) === 'required')] : [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['input'],
              additionalProperties: false,
              properties: {
                input: entry.inputSchema,
                ...(isChange(op)
                  ? {
                      confirm: { type: 'boolean', description: 'Must be true to publish, delete or reach outside' },
                      dryRun: { type: 'boolean', description: 'Returns what would change, without effect' },
                    }
                  : {}),
              },
            },
            examples: Object.fromEntries(
              (op.examples ?? []).map(({ title, input }, at) => [
                `example${at + 1}`,
                { summary: title, value: { input, ...(conditional === 'always' ? { confirm: true } : {}) } },
              ]),
            ),
          },
        },
      },
      responses: {
        '200': {
          description: 'Done',
          headers: {
            'X-Request-Id': { description: 'Id of this request', schema: { type: 'string' } },
            ...(isChange(op)
              ? {
                  'X-Content-Revision': {
                    description: 'After a change of public content: what min_revision of the Content API takes',
                    schema: { type: 'string' },
                  },
                }
              : {}),
          },
          content: json({
            type: 'object',
            required: ['operation', 'requestId', 'result'],
            properties: {
              operation: { type: 'string', const: op.name },
              requestId: { type: 'string' },
              result: entry.outputSchema,
              dryRun: { type: 'boolean' },
            },
          }),
        },
        ...refusals([...new Set(entry.errors.map(({ status }) => status))].toSorted((a, b) => a - b)),
      },
    },
  }
}

function keyParameter(required: boolean) {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description: 'One value per intended change. Repeat the same value if the answer did not arrive.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
}

function refusals(statuses: readonly number[]) {
  return Object.fromEntries(statuses.map((status) => [String(status), { $ref: '#/components/responses/Refused' }]))
}

function json(schema: unknown) {
  return { 'application/json': { schema } }
}

function parameter(name: string, description: string) {
  return { name, in: 'query', required: false, description, schema: { type: 'string' } }
}
