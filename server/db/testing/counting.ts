import type { Database } from '../database.ts'

/** The same database, counting its statements; `asked` has those that name a table, as Kysely's nodes in JSON. */
export function counting(db: Database): {
  readonly db: Database
  readonly statements: () => number
  readonly asked: (table: string) => string[]
} {
  const nodes: string[] = []
  const counted = db.withPlugin({
    transformQuery({ node }) {
      nodes.push(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return {
    db: counted,
    statements: () => nodes.length,
    asked: (table) => nodes.filter((text) => text.includes(`"name":"${table}"`)),
  }
}
