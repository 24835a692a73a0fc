import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

import type { CompiledEngine } from './compiled-engine.ts'
import { PackedFiles } from './packed-files.ts'

export type EngineFiles = { directory: string; fsync: boolean } | { template?: Uint8Array }

/**
 * Opens PGlite on a directory (created when missing) or in memory, there from a packed template (`dumpDataDir`) when one is
 * given. `compiled`: the engine, where this process has compiled it.
 */
export function openPGlite(files: EngineFiles, compiled?: CompiledEngine): Promise<PGlite> {
  const onDisk = 'directory' in files
  return PGlite.create({
    ...(onDisk ? { dataDir: files.directory } : {}),
    ...(!onDisk && files.template ? { fs: new PackedFiles(files.template) } : {}),
    ...(compiled ? { pgliteWasmModule: compiled } : {}),
    extensions: { pg_trgm, btree_gin, citext, pgcrypto, unaccent },
    startParams: startParams(onDisk && files.fsync),
  })
}

/**
 * `wal_sync_method=fsync` because fdatasync is a stub in the wasm; 16 MB of buffers because the default keeps 130 MB
 * resident. A new segment of the log is filled with zeros so that it survives a crash of the machine, as what is synced does.
 * Tables are read by keys (database.md#tables-are-read-by-keys).
 */
function startParams(fsync: boolean): string[] {
  const durable = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync']
  return [
    ...PGlite.defaultStartParams.filter((parameter) => !fsync || parameter !== '-F'),
    ...(fsync ? durable : ['-c', 'wal_init_zero=off']),
    '-c',
    'shared_buffers=16MB',
    '-c',
    'enable_seqscan=off',
  ]
}
