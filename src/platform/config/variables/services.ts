import { z } from 'zod'

import { baseUrl, parsed } from '#platform/config/readers.ts'
import { secret, secretKey } from '#platform/config/secrets.ts'

import { groupOfVariables } from './about.ts'

export const services = groupOfVariables()

export const servicesVariables = {
  SLACK_BASE_URL: parsed(baseUrl).optional().register(services, {
    description:
      "Address to use instead of Slack's hosts, for a proxy. http and other ports need ALLOW_PRIVATE_NETWORK.",
    example: 'https://slack-proxy.example.com',
    unset: 'the hosts of Slack',
  }),
  DISCORD_BASE_URL: parsed(baseUrl).optional().register(services, {
    description: 'The same for Discord.',
    example: 'https://discord-proxy.example.com',
    unset: 'the host of Discord',
  }),
  WEBFLOW_BASE_URL: parsed(baseUrl).optional().register(services, {
    description: 'The same for Webflow.',
    example: 'https://webflow-proxy.example.com',
    unset: 'the host of Webflow',
  }),
  SHOPIFY_BASE_URL: parsed(baseUrl).optional().register(services, {
    description: 'The same for every shop of Shopify.',
    example: 'https://shopify-proxy.example.com',
    unset: 'the host of each shop',
  }),
  INDEXNOW_BASE_URL: parsed(baseUrl).optional().register(services, {
    description: 'The same for IndexNow.',
    example: 'https://indexnow-proxy.example.com',
    unset: 'the host of IndexNow',
  }),
  GOOGLE_CLIENT_ID: z.string().min(1).max(400).optional().register(services, {
    description:
      'Client id of this installation at Google, with <BASE_URL>/app/connect/google_search_console/callback as redirect address.',
    example: '<client id>',
    unset: 'none: Search Console cannot be connected',
  }),
  GOOGLE_CLIENT_SECRET: secret(secretKey).optional().register(services, {
    description: 'The secret that belongs to it. Needed with the client id.',
    example: '<client secret>',
    unset: 'none',
  }),
  WEBFLOW_CLIENT_ID: z.string().min(1).max(400).optional().register(services, {
    description: 'The same at Webflow, with <BASE_URL>/app/connect/webflow/callback.',
    example: '<client id>',
    unset: 'none: people give a token instead',
  }),
  WEBFLOW_CLIENT_SECRET: secret(secretKey).optional().register(services, {
    description: 'The secret that belongs to it. Needed with the client id.',
    example: '<client secret>',
    unset: 'none',
  }),
  SHOPIFY_CLIENT_ID: z.string().min(1).max(400).optional().register(services, {
    description: 'The same at Shopify, with <BASE_URL>/app/connect/shopify/callback.',
    example: '<client id>',
    unset: 'none: people give a token instead',
  }),
  SHOPIFY_CLIENT_SECRET: secret(secretKey).optional().register(services, {
    description: 'The secret that belongs to it. Needed with the client id.',
    example: '<client secret>',
    unset: 'none',
  }),
  SLACK_CLIENT_ID: z.string().min(1).max(400).optional().register(services, {
    description: 'The same at Slack, with <BASE_URL>/app/connect/slack/callback.',
    example: '<client id>',
    unset: 'none: people give a token instead',
  }),
  SLACK_CLIENT_SECRET: secret(secretKey).optional().register(services, {
    description: 'The secret that belongs to it. Needed with the client id.',
    example: '<client secret>',
    unset: 'none',
  }),
}
