import { cleanFileName } from '#shared/domain/chat-files.ts'
import { DOCUMENTS_MAX, documentTypeOf } from '#shared/domain/expense-document.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import type { PublicLinks } from './link-store.ts'

/** Documents that were sent by a link, oldest first. */
export async function documentsOf(db: Database, linkID: number): Promise<{ fileName: string; at: string }[]> {
  const rows = await db
    .selectFrom('publicFiles')
    .innerJoin('publicAnswers', 'publicAnswers.id', 'publicFiles.answerID')
    .select(['fileName', 'at'])
    .where('linkID', '=', linkID)
    .orderBy('publicAnswers.id')
    .execute()
  return rows.map(({ fileName, at }) => ({ fileName, at: new Date(at).toISOString() }))
}

/**
 * Stores a document for its link; a repeated request stores it once. @throws Refusal 400 where it is no
 * document, or there are enough.
 */
export async function keepDocument(
  db: Database,
  links: PublicLinks,
  { linkID, file, key }: { linkID: number; file: File; key: string | null },
): Promise<void> {
  const content = await file.bytes()
  const contentType = documentTypeOf(content)
  if (contentType === null) throw new Refusal(400, 'expense.type')
  const fileName = cleanFileName(file.name)
  await db.transaction().execute(async (transaction) => {
    const answer = { fileName, bytes: content.length }
    const answerID = await links.add(linkID, { kind: 'DOCUMENT', answer, key }, transaction)
    if (answerID === null) return
    if ((await documentsOf(transaction, linkID)).length >= DOCUMENTS_MAX)
      throw new Refusal(400, 'expense.full', { max: DOCUMENTS_MAX })
    await transaction.insertInto('publicFiles').values({ answerID, fileName, contentType, content }).execute()
  })
}
