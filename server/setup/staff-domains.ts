import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'

const texts = z.array(z.string())

/** Domains of the company's e-mail addresses (spec 5 §5.7); none where it named none. */
export async function staffDomains(db: Database): Promise<string[]> {
  const row = await db.selectFrom('tenant').select('staffDomains').executeTakeFirst()
  return row ? texts.parse(JSON.parse(row.staffDomains)) : []
}
