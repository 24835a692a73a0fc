import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  OperationNodeTransformer,
  type OperationNode,
  OperatorNode,
  PrimitiveValueListNode,
  ReferenceNode,
  type RootOperationNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  AliasNode,
} from 'kysely'

import { tenantTables } from '#kernel/tables.ts'

/**
 * Puts `organization_id = $n` on every tenant table that a query reads, joins, changes or deletes from, and the column
 * into every insert, so that no handler writes it (database.md#tenancy-is-the-databases). The policies say the same again.
 */
export function tenantPlugin(organizationId: string, predicate = true): KyselyPlugin {
  const transformer = new TenantTransformer(organizationId, predicate)
  return {
    transformQuery: ({ node }) => transformer.transformNode(node) as RootOperationNode,
    transformResult: async ({ result }) => result,
  }
}

class TenantTransformer extends OperationNodeTransformer {
  readonly #organizationId: string
  readonly #predicates: boolean

  constructor(organizationId: string, predicates: boolean) {
    super()
    this.#organizationId = organizationId
    this.#predicates = predicates
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const query = super.transformSelectQuery(node)
    return this.#narrow(query, query.from?.froms ?? [])
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const query = super.transformUpdateQuery(node)
    return this.#narrow(query, [...(query.table ? [query.table] : []), ...(query.from?.froms ?? [])])
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const query = super.transformDeleteQuery(node)
    return this.#narrow(query, [...query.from.froms, ...(query.using?.tables ?? [])])
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    const join = super.transformJoin(node)
    const predicate = this.#predicate(join.table)
    if (predicate === undefined) return join
    return {
      ...join,
      on: join.on === undefined ? OnNode.create(predicate) : OnNode.cloneWithOperation(join.on, 'And', predicate),
    }
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const query = super.transformInsertQuery(node)
    if (query.into === undefined || !isTenantTable(query.into)) return query
    const { columns, values } = query
    if (columns === undefined || values === undefined) return query
    if (columns.some(({ column }) => column.name === 'organization_id')) return query
    if (SelectQueryNode.is(values)) {
      const value = AliasNode.create(ValueNode.create(this.#organizationId), IdentifierNode.create('organization_id'))
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
            ? PrimitiveValueListNode.create([this.#organizationId, ...row.values])
            : ValueListNode.create([ValueNode.create(this.#organizationId), ...row.values]),
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
    if (!this.#predicates || !TableNode.is(table) || !isTenantTable(table)) return undefined
    const name = AliasNode.is(node) && IdentifierNode.is(node.alias) ? TableNode.create(node.alias.name) : table
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create('organization_id'), name),
      OperatorNode.create('='),
      ValueNode.create(this.#organizationId),
    )
  }
}

function isTenantTable({ table: { schema, identifier } }: TableNode): boolean {
  return (schema === undefined || schema.name === 'app') && tenantTables.has(identifier.name)
}
