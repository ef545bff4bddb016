import { existsSync, readFileSync } from 'node:fs'
import { chainInWords } from '#shared/domain/audit-words.ts'
import { checkAudit } from '../audit/audit-chain.ts'
import { AuditKey } from '../audit/audit-key.ts'
import { checkProof, NoProof } from '../audit/proof.ts'
import { RootsFile } from '../audit/roots-file.ts'
import { Sealer } from '../auth/sealer.ts'
import { auditRootsFileOf, databaseFileOf } from '../db/data-folder.ts'
import { openDatabase } from '../db/database.ts'
import { AdminFault } from './admin-fault.ts'
import type { Outcome } from './run-admin.ts'

const SQLITE = 'SQLite format 3'

/** The installation's public key. */
async function keyOf(databaseFile: string, database: string | null): Promise<string> {
  const db = await openDatabase(databaseFile, database)
  try {
    return (await AuditKey.open(db, await Sealer.open(db))).publicKey
  } finally {
    await db.destroy()
  }
}

/**
 * Checks the audit's chain without a server (spec 5 §2.3): of the data folder, or of an export or a copy of
 * the database, by the key and the kept roots of the data folder.
 * @param file null for the data folder itself
 * @throws AdminFault where the file is none of these
 */
export async function checkAuditOf(
  data: string,
  file: string | null,
  database: string | null,
): Promise<Outcome> {
  const databaseFile = databaseFileOf(data)
  if (file !== null && !existsSync(file)) throw new AdminFault(`There is no file ${file}.`)
  const publicKey = await keyOf(databaseFile, database)
  if (file !== null && readFileSync(file).subarray(0, SQLITE.length).toString('latin1') !== SQLITE) {
    try {
      const { verdict } = await checkProof(readFileSync(file, 'utf8'), publicKey)
      return { sentence: chainInWords(verdict), facts: { verdict }, isFaulty: !verdict.isWhole }
    } catch (error) {
      throw error instanceof NoProof ? new AdminFault(error.message) : error
    }
  }
  const db = file === null ? await openDatabase(databaseFile, database) : await openDatabase(file)
  try {
    // A copy may be older than the newest roots: those are held against the data folder's own database only.
    const kept = file === null ? new RootsFile(auditRootsFileOf(data)).read() : []
    const { verdict, unchained } = await checkAudit(db, publicKey, kept)
    return {
      sentence: chainInWords(verdict, unchained),
      facts: { verdict, unchained },
      isFaulty: !verdict.isWhole,
    }
  } finally {
    await db.destroy()
  }
}
