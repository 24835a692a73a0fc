import { z } from 'zod'

import { onOff, oneOf, wholeNumber } from '#platform/config/readers.ts'
import { databaseUrl, secret } from '#platform/config/secrets.ts'

import { groupOfVariables } from './about.ts'

export const database = groupOfVariables()

const databaseLogin = () => secret(databaseUrl).optional()

export const databaseVariables = {
  DATA_DIR: z.string().prefault('./data').register(database, {
    description: 'Folder of the embedded database, the key file and uploads.',
    example: '/var/lib/masthead',
    unset: './data',
  }),
  DB_FSYNC: onOff('on', 'off').prefault('on').register(database, {
    description: 'on: each commit of the embedded database is synced to the disk.',
    example: 'off',
    unset: 'on',
  }),
  DATABASE_URL: databaseLogin().register(database, {
    description: 'A PostgreSQL server, 15 or newer, and an account that may migrate the database.',
    example: 'postgres://masthead_owner:<password>@db.example.com:5432/masthead',
    unset: 'the embedded database',
  }),
  DATABASE_DIRECT_URL: databaseLogin().register(database, {
    description: 'The same database without the pooler that DATABASE_URL leads to, for migrations and notices.',
    example: 'postgres://masthead_owner:<password>@db.example.com:5432/masthead',
    unset: 'DATABASE_URL',
  }),
  DATABASE_READ_URL: databaseLogin().register(database, {
    description: 'A streaming replica with the logins of DATABASE_URL, for reads of the Content API.',
    example: 'postgres://masthead_owner:<password>@replica.example.com:5432/masthead',
    unset: 'all reads go to DATABASE_URL',
  }),
  DATABASE_APP_URL: databaseLogin().register(database, {
    description: 'Login for requests, where the operator creates the roles. All three logins or none.',
    example: 'postgres://masthead_app:<password>@db.example.com:5432/masthead',
    unset: 'created at start',
  }),
  DATABASE_AUTH_URL: databaseLogin().register(database, {
    description: 'Login for the identity code.',
    example: 'postgres://masthead_auth:<password>@db.example.com:5432/masthead',
    unset: 'created at start',
  }),
  DATABASE_SYSTEM_URL: databaseLogin().register(database, {
    description: 'Login for background work.',
    example: 'postgres://masthead_system:<password>@db.example.com:5432/masthead',
    unset: 'created at start',
  }),
  DATABASE_RETENTION_URL: databaseLogin().register(database, {
    description: 'Login that removes old audit records, next to the three others.',
    example: 'postgres://masthead_retention:<password>@db.example.com:5432/masthead',
    unset: 'created at start; with logins of your own, nothing is removed',
  }),
  DATABASE_STATEMENTS: oneOf('named', 'unnamed').prefault('named').register(database, {
    description: 'unnamed: for a pooler that does not support prepared statements.',
    example: 'unnamed',
    unset: 'named',
  }),
  DATABASE_POOL_MAX: wholeNumber(1, 1000).prefault('10').register(database, {
    description: 'Connections for requests per process; the embedded database always has one.',
    example: '20',
    unset: '10',
  }),
}
