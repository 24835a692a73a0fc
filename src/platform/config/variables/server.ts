import { z } from 'zod'

import {
  addressRanges,
  baseUrl,
  host,
  hostNames,
  onOff,
  oneOf,
  origins,
  parsed,
  wholeNumber,
} from '#platform/config/readers.ts'

import { groupOfVariables } from './about.ts'

export const server = groupOfVariables()

export const serverVariables = {
  HOST: parsed(host).prefault('127.0.0.1').register(server, {
    description: 'Address that the server listens on; 0.0.0.0 is every address of this machine.',
    example: '0.0.0.0',
    unset: '127.0.0.1',
  }),
  PORT: wholeNumber(0, 65_535).prefault('3000').register(server, {
    description: 'Port that the server listens on; 0: the system chooses.',
    example: '8080',
    unset: '3000',
  }),
  BASE_URL: parsed(baseUrl).optional().register(server, {
    description: 'Public address, as browsers and agents write it. https, unless it is on this machine.',
    example: 'https://content.example.com',
    unset: 'http://<HOST>:<PORT>',
  }),
  MASTHEAD_ALLOW_HTTP: onOff('1', '0').prefault('0').register(server, {
    description: '1 allows a BASE_URL with http on another machine; passwords and keys then travel in the clear.',
    example: '1',
    unset: '0',
  }),
  WORKER: onOff('on', 'off').prefault('on').register(server, {
    description: 'off: this server leaves jobs, scheduled items and deliveries to other nodes (masthead work).',
    example: 'off',
    unset: 'on',
  }),
  CHROME_PATH: z.string().min(1).optional().register(server, {
    description:
      'A Chromium that opens pages for screenshots and measurements, with the packages that masthead doctor names.',
    example: '/usr/bin/chromium',
    unset: 'the package @sparticuz/chromium, where it is installed next to Masthead',
  }),
  TRUSTED_PROXIES: parsed(addressRanges).optional().register(server, {
    description: 'Proxies whose X-Forwarded-For is trusted: addresses and CIDR ranges, separated by commas.',
    example: '127.0.0.1,10.0.0.0/8',
    unset: 'none',
  }),
  ALLOW_PRIVATE_NETWORK: parsed(addressRanges).optional().register(server, {
    description: 'Private networks that webhooks, imports and client documents may reach: addresses and CIDR ranges.',
    example: '10.20.0.0/16',
    unset: 'none: only the public internet, by https',
  }),
  SHUTDOWN_DELAY: wholeNumber(0, 3600).prefault('5').register(server, {
    description: 'Seconds between the signal to stop and refusing connections, so that load balancers notice.',
    example: '10',
    unset: '5',
  }),
  ALLOWED_HOSTS: parsed(hostNames).optional().register(server, {
    description:
      'Further host names under which /mcp may be addressed, separated by commas; that of BASE_URL always is.',
    example: 'content.internal,masthead',
    unset: 'none',
  }),
  MCP_ALLOWED_ORIGINS: parsed(origins).optional().register(server, {
    description: 'Origins of web pages that may call /mcp, separated by commas; that of BASE_URL always may.',
    example: 'https://chat.example.com',
    unset: 'none',
  }),
  OPEN_SIGN_UP: onOff('on', 'off').prefault('off').register(server, {
    description: 'on: anybody may sign up and create organizations, which needs a mail server. off: by invitation.',
    example: 'on',
    unset: 'off',
  }),
  OAUTH_CIMD: oneOf('auto', 'on', 'off').prefault('auto').register(server, {
    description:
      'Whether agents may name themselves by the URL of a metadata document, which the server then fetches; auto: where BASE_URL is https.',
    example: 'off',
    unset: 'auto',
  }),
}
