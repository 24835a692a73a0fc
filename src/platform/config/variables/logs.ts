import { z } from 'zod'

import { baseUrl, headerList, hostAndPort, oneOf, parsed, shareOfAll } from '#platform/config/readers.ts'
import { secret } from '#platform/config/secrets.ts'

import { groupOfVariables } from './about.ts'

export const logs = groupOfVariables()

export const logsVariables = {
  METRICS: parsed(hostAndPort).optional().register(logs, {
    description: 'Address that serves metrics for Prometheus at /metrics, which nobody else should reach.',
    example: '127.0.0.1:9464',
    unset: 'no metrics',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsed(baseUrl).optional().register(logs, {
    description: 'Address of a collector that takes traces by OTLP/HTTP; /v1/traces is added to it.',
    example: 'http://127.0.0.1:4318',
    unset: 'no traces',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: secret(headerList).optional().register(logs, {
    description: 'Headers for the collector as name=value, separated by commas.',
    example: 'authorization=Bearer%20<token>',
    unset: 'none',
  }),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).prefault('masthead').register(logs, {
    description: 'The name of this installation in traces.',
    example: 'masthead-production',
    unset: 'masthead',
  }),
  OTEL_TRACES_SAMPLER_ARG: parsed(shareOfAll).prefault('1').register(logs, {
    description: 'The share of traces that is sent, from 0 to 1; if a caller has a trace of its own, that one decides.',
    example: '0.1',
    unset: '1: all of them',
  }),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').prefault('info').register(logs, {
    description: 'Lowest level of the lines that are written: debug, info, warn, error or silent.',
    example: 'debug',
    unset: 'info',
  }),
  LOG_FORMAT: oneOf('auto', 'json', 'pretty').prefault('auto').register(logs, {
    description: 'json, pretty, or auto: pretty on a terminal.',
    example: 'json',
    unset: 'auto',
  }),
}
