/** The operations that the screens use, name to input and output. Types only: nothing of the server enters the bundle. */
export type Operations = {
  listOperations: { input: CatalogQuery; output: { catalogVersion: string; operations: CatalogEntry[] } }
  listApiKeys: { input: ListInput & { status?: KeyStatus }; output: ListOf<ApiKey> }
  createApiKey: {
    input: { name: string; scopes: Scope[]; expiresInDays?: number }
    output: ApiKey & { secret: string }
  }
  revokeApiKey: { input: { keyId: string }; output: { status: KeyStatus; revokedAt: string | null } }
  listCollections: { input: ListInput; output: ListOf<{ id: string; slug: string; name: string }> }
  listManagerItems: { input: ManagerQuery; output: ListOf<ManagerItem> }
}

export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Operations[N]['input']
export type OutputOf<N extends OperationName> = Operations[N]['output']

export type Scope =
  | 'org:read'
  | 'org:write'
  | 'content:read'
  | 'content:write'
  | 'content:publish'
  | 'content:delete'
  | 'analytics:read'
  | 'asv:read'
  | 'asv:write'
  | 'asv:run'
  | 'audit:read'
  | 'audit:run'
  | 'integrations:read'
  | 'integrations:write'

export type KeyStatus = 'active' | 'expired' | 'disabled' | 'revoked'
export type ItemStatus = 'draft' | 'scheduled' | 'published'

type CatalogQuery = { name?: string; area?: string; scope?: Scope; risk?: string; search?: string }

export type CatalogEntry = {
  name: string
  title: string
  area: string
  scope: Scope | null
  riskLevel: string
  allowed: boolean
  notAllowedBecause?: string
}

export type ApiKey = {
  id: string
  name: string
  prefix: string
  last4: string
  scopes: Scope[]
  createdBy: { userId: string; name: string }
  createdAt: string
  expiresAt: string
  lastUsedAt: string | null
  lastUsedFrom: string | null
  status: KeyStatus
}

export type ManagerQuery = ListInput & { status?: ItemStatus[]; trashed?: boolean }

export type ManagerItem = {
  id: string
  title: string
  slug: string
  status: ItemStatus
  collection: { id: string; slug: string; name: string }
  authors: { id: string; name: string }[]
  publishAt: string | null
  updatedAt: string
  externalUrl: string | null
  canonicalUrl: string | null
}

/** Input and result of every list (D-18). */
type ListInput = { page?: number; pageSize?: number; search?: string }
export type ListOf<Row> = { items: Row[]; page: number; pageSize: number; total: number; hasMore: boolean }
