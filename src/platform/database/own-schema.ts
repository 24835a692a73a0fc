import type { Connection } from './connection.ts'

/** Advisory locks of Masthead on a server: numbers that nothing else uses; the first half is "mast" in ASCII. */
export const advisoryLocks = { migrate: '7809911777400553472', owner: '7809911777400553473' } as const

/** Creates what only the owner reads: the history of migrations and the sealed passwords of logins. */
export async function ensureOwnSchema(connection: Connection): Promise<void> {
  try {
    await connection.send(`
      BEGIN;
      select pg_advisory_xact_lock(${advisoryLocks.owner});
      create schema if not exists masthead;
      revoke all on schema masthead from public;
      create table if not exists masthead.migration (
        number int primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      );
      create table if not exists masthead.login (role text primary key, secret text not null);
      COMMIT`)
  } catch (cause) {
    await connection.send('ROLLBACK').catch(() => undefined)
    throw cause
  }
}
