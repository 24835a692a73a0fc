import {
  type AggregateFunctionNode,
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type CompiledQuery,
  type DeleteQueryNode,
  type FunctionNode,
  IdentifierNode,
  InsertQueryNode,
  type JoinNode,
  ListNode,
  OnNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryCompiler,
  type QueryId,
  ReferenceNode,
  type RootOperationNode,
  type SchemableIdentifierNode,
  SelectionNode,
  type SelectModifierNode,
  SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  UsingNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'

import { isFixed } from '#kernel/prepared.ts'
import { tenantTables } from '#kernel/tables.ts'
import { remember } from '#std/remember.ts'

/** Where tables are that a query names without a schema. */
type Schema = 'app' | 'auth'

/** Whose rows a query is about. */
export type Tenant = {
  organizationId: string
  /** Tests leave the predicate out, to show that the policies alone hold (database.md#proof-of-isolation). */
  predicate: boolean
}

/**
 * Writes queries of a schema as SQL. For a tenant it puts `organization_id = $n` on every tenant table that a query reads, joins,
 * changes or deletes from, and the column into every insert, so that no handler writes it (database.md#tenancy-is-the-databases).
 * The policies say the same again.
 */
export function compilerOf(schema: Schema, tenant?: Tenant): QueryCompiler {
  const compiler = compilers[schema]
  return { compileQuery: (node, queryId) => compiler.compileFor(tenant, node, queryId) }
}

/** Functions whose argument is a whole row: the name of a table there has no schema. */
const ofRows = new Set(['json_agg', 'to_json'])

/**
 * Adds schema and tenant while it writes (database.md#one-way-through-a-query). There is one for each schema, because making one
 * takes long; what it does is never interrupted.
 */
class TenantCompiler extends PostgresQueryCompiler {
  readonly #schema: Schema
  #tenant: Tenant | undefined
  /** Names of the queries that are being written that are tables, and those that are queries of a `with`. */
  #tables = new Set<string>()
  #queries = new Set<string>()
  /** Of names that are not to be looked up: aliases. */
  #exact = new WeakSet<SchemableIdentifierNode>()
  #isBare = false
  readonly #keptFor = { none: newKept(), narrowed: newKept(), filled: newKept() }

  constructor(schema: Schema) {
    super()
    this.#schema = schema
  }

  compileFor(tenant: Tenant | undefined, node: RootOperationNode, queryId: QueryId): CompiledQuery {
    return isFixed(node) ? this.#kept(tenant, node, queryId) : this.#written(tenant, node, queryId)
  }

  /** What is written once: the organization is in the places where it was. */
  #kept(tenant: Tenant | undefined, node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const kept = this.#keptFor[tenant === undefined ? 'none' : tenant.predicate ? 'narrowed' : 'filled']
    const known = kept.get(node)
    if (known === undefined) {
      const written = this.#written(tenant, node, queryId)
      kept.set(node, { ...written, own: placesOf(tenant, written) })
      return written
    }
    const { own, ...written } = known
    const parameters = written.parameters.map((value, at) => (own.has(at) ? tenant?.organizationId : value))
    return { ...written, parameters, queryId }
  }

  #written(tenant: Tenant | undefined, node: RootOperationNode, queryId: QueryId): CompiledQuery {
    // Whatever an earlier query that could not be written has left behind.
    this.#tables.clear()
    this.#queries.clear()
    this.#isBare = false
    this.#tenant = tenant
    return this.compileQuery(node, queryId)
  }

  protected override visitSelectQuery(node: SelectQueryNode): void {
    this.#scoped(node, () => super.visitSelectQuery(this.#narrow(node, node.from?.froms ?? [])))
  }

  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    const tables = [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])]
    this.#scoped(node, () => super.visitUpdateQuery(this.#narrow(node, tables)))
  }

  protected override visitDeleteQuery(node: DeleteQueryNode): void {
    const tables = [...node.from.froms, ...(node.using?.tables ?? [])]
    this.#scoped(node, () => super.visitDeleteQuery(this.#narrow(node, tables)))
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    this.#scoped(node, () => super.visitInsertQuery(this.#filled(node)))
  }

  protected override visitJoin(node: JoinNode): void {
    const predicate = this.#predicate(node.table)
    if (predicate === undefined) return super.visitJoin(node)
    const on = node.on === undefined ? OnNode.create(predicate) : OnNode.cloneWithOperation(node.on, 'And', predicate)
    super.visitJoin({ ...node, on })
  }

  protected override visitSchemableIdentifier(node: SchemableIdentifierNode): void {
    const isTable = node.schema === undefined && !this.#isBare && this.#tables.has(node.identifier.name)
    if (isTable && !this.#exact.has(node)) this.append(`"${this.#schema}".`)
    super.visitSchemableIdentifier(node)
  }

  // The same names come over and over: each is quoted once.
  protected override visitIdentifier({ name }: IdentifierNode): void {
    this.append(quoted(name))
  }

  /** `for update of` names a table as the query does, without its schema. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.of === undefined) super.visitSelectModifier(node)
    else this.#bare(() => super.visitSelectModifier(node))
  }

  protected override visitFunction(node: FunctionNode): void {
    if (namesRow(node.func, node.arguments)) this.#bare(() => super.visitFunction(node))
    else super.visitFunction(node)
  }

  protected override visitAggregateFunction(node: AggregateFunctionNode): void {
    if (namesRow(node.func, node.aggregated)) this.#bare(() => super.visitAggregateFunction(node))
    else super.visitAggregateFunction(node)
  }

  #bare(write: () => void): void {
    const before = this.#isBare
    this.#isBare = true
    write()
    this.#isBare = before
  }

  /** Writes a query with the names that it brings; they are forgotten behind it. */
  #scoped(node: RootOperationNode, write: () => void): void {
    const queries = namesOfWith(node).filter((name) => !this.#queries.has(name))
    for (const name of queries) this.#queries.add(name)
    const tables = namesOfTables(node).filter((name) => !this.#tables.has(name) && !this.#queries.has(name))
    for (const name of tables) this.#tables.add(name)
    write()
    for (const name of tables) this.#tables.delete(name)
    for (const name of queries) this.#queries.delete(name)
  }

  #filled(query: InsertQueryNode): InsertQueryNode {
    const tenant = this.#tenant
    const { into, columns, values } = query
    if (tenant === undefined || into === undefined || !isTenantTable(into)) return query
    if (columns === undefined || values === undefined) return query
    if (columns.some(({ column }) => column.name === 'organization_id')) return query
    const { organizationId } = tenant
    if (SelectQueryNode.is(values)) {
      const value = AliasNode.create(ValueNode.create(organizationId), IdentifierNode.create('organization_id'))
      return InsertQueryNode.cloneWith(query, {
        columns: [...columns, ColumnNode.create('organization_id')],
        values: SelectQueryNode.cloneWithSelections(values, [SelectionNode.create(value)]),
      })
    }
    if (!ValuesNode.is(values)) return query
    return InsertQueryNode.cloneWith(query, {
      columns: [ColumnNode.create('organization_id'), ...columns],
      values: ValuesNode.create(
        values.values.map((row) =>
          PrimitiveValueListNode.is(row)
            ? PrimitiveValueListNode.create([organizationId, ...row.values])
            : ValueListNode.create([ValueNode.create(organizationId), ...row.values]),
        ),
      ),
    })
  }

  #narrow<Q extends { readonly where?: WhereNode | undefined }>(query: Q, tables: readonly OperationNode[]): Q {
    const predicates = tables.map((table) => this.#predicate(table)).filter((predicate) => predicate !== undefined)
    const [first, ...others] = predicates
    if (first === undefined) return query
    const all = others.reduce<OperationNode>((left, right) => AndNode.create(left, right), first)
    return {
      ...query,
      where: query.where === undefined ? WhereNode.create(all) : WhereNode.cloneWithOperation(query.where, 'And', all),
    }
  }

  #predicate(node: OperationNode): OperationNode | undefined {
    const table = AliasNode.is(node) ? node.node : node
    if (this.#tenant?.predicate !== true || !TableNode.is(table) || !isTenantTable(table)) return undefined
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create('organization_id'), this.#nameOf(node, table)),
      OperatorNode.create('='),
      ValueNode.create(this.#tenant.organizationId),
    )
  }

  #nameOf(node: OperationNode, table: TableNode): TableNode {
    if (!AliasNode.is(node) || !IdentifierNode.is(node.alias)) return table
    const alias = TableNode.create(node.alias.name)
    this.#exact.add(alias.table)
    return alias
  }
}

type Kept = CompiledQuery & { own: ReadonlySet<number> }

const newKept = () => new WeakMap<RootOperationNode, Kept>()

/** Where the organization is among the values of a query. */
function placesOf(tenant: Tenant | undefined, { parameters }: CompiledQuery): ReadonlySet<number> {
  return new Set(
    parameters.flatMap((value, at) => (tenant !== undefined && value === tenant.organizationId ? [at] : [])),
  )
}

const compilers: Record<Schema, TenantCompiler> = { app: new TenantCompiler('app'), auth: new TenantCompiler('auth') }

const quoted = remember((name: string) => `"${name.replaceAll('"', '""')}"`, 5000)

function namesRow(name: string, given: readonly OperationNode[]): boolean {
  return ofRows.has(name) && given.every((argument) => TableNode.is(argument))
}

function isTenantTable({ table: { schema, identifier } }: TableNode): boolean {
  return (schema === undefined || schema.name === 'app') && tenantTables.has(identifier.name)
}

function namesOfWith(node: RootOperationNode): string[] {
  if (!('with' in node) || node.with === undefined) return []
  return node.with.expressions.map(({ name }) => name.table.table.identifier.name)
}

/** The tables that a query reads or writes itself. */
function namesOfTables(node: RootOperationNode): string[] {
  const named: OperationNode[] = []
  if ('from' in node && node.from !== undefined) named.push(...node.from.froms)
  if ('into' in node && node.into !== undefined) named.push(node.into)
  if ('table' in node && node.table !== undefined) named.push(node.table)
  if ('joins' in node && node.joins !== undefined) named.push(...node.joins.map(({ table }) => table))
  if ('using' in node && node.using !== undefined) named.push(node.using)
  return named.flatMap(namesIn)
}

function namesIn(node: OperationNode): string[] {
  if (TableNode.is(node)) return [node.table.identifier.name]
  if (AliasNode.is(node)) return TableNode.is(node.node) ? namesIn(node.node) : []
  if (ListNode.is(node)) return node.items.flatMap(namesIn)
  return UsingNode.is(node) ? node.tables.flatMap(namesIn) : []
}
