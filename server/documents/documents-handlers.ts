import type { DocumentInfo } from '#shared/contract/documents.ts'
import { DOCUMENT_NAME_MAX, DOCUMENTS_MAX_BYTES } from '#shared/domain/documents.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

const COLUMNS = ['id', 'name', 'contentType', 'size', 'uploadedAt'] as const

type DocumentRow = Omit<DocumentInfo, 'uploadedAt'> & { readonly uploadedAt: number }

const infoOf = (row: DocumentRow): DocumentInfo => ({
  ...row,
  uploadedAt: new Date(row.uploadedAt).toISOString(),
})

/** A file's name without its path, and without characters that some system refuses. */
function nameOf(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[:*?"<>|\p{Cc}]/gu, '_').trim()
  return [...clean].slice(-DOCUMENT_NAME_MAX).join('') || 'document'
}

/** Content types that are stored as the browser says; anything else is plain bytes. */
const typeOf = (type: string): string =>
  /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : 'application/octet-stream'

/** A person's own documents; nobody sees another's (spec 1 §2.7). */
export function documentsHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'documents'> {
  const mine = ({ userID }: Caller) =>
    db.selectFrom('documents').where('userID', '=', userID).where('deletedAt', 'is', null)

  async function requireRoom(caller: Caller, bytes: number): Promise<void> {
    const { used } = await mine(caller)
      .select((e) => e.fn.coalesce(e.fn.sum<number>('size'), e.val(0)).as('used'))
      .executeTakeFirstOrThrow()
    if (used + bytes > DOCUMENTS_MAX_BYTES) throw new Refusal(400, 'document.full')
  }

  async function change(
    { userID }: Caller,
    id: number,
    values: { name?: string; deletedAt?: number | null },
    wasDeleted: boolean,
  ): Promise<DocumentInfo> {
    const row = await db
      .updateTable('documents')
      .set(values)
      .where('id', '=', id)
      .where('userID', '=', userID)
      .where('deletedAt', wasDeleted ? 'is not' : 'is', null)
      .returning(COLUMNS)
      .executeTakeFirst()
    if (!row) throw new Refusal(400, 'document.gone')
    return infoOf(row)
  }

  return {
    myDocuments: async (_input, { caller }) => {
      const rows = await mine(caller)
        .select(COLUMNS)
        .orderBy('uploadedAt', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(infoOf)
    },

    uploadDocument: async ({ file }, { caller }) => {
      await requireRoom(caller, file.size)
      const row = await db
        .insertInto('documents')
        .values({
          userID: caller.userID,
          name: nameOf(file.name),
          contentType: typeOf(file.type),
          size: file.size,
          content: await file.bytes(),
          uploadedAt: clock(),
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
      return infoOf(row)
    },

    downloadDocument: async ({ id }, { caller }) => {
      const row = await mine(caller)
        .where('id', '=', id)
        .select(['name', 'contentType', 'content'])
        .executeTakeFirst()
      if (!row) throw new Refusal(400, 'document.gone')
      return { fileName: row.name, contentType: row.contentType, content: row.content }
    },

    renameDocument: ({ id, name }, { caller }) => {
      return change(caller, id, { name: name.trim() }, false)
    },

    deleteDocument: async ({ id }, { caller }) => {
      await change(caller, id, { deletedAt: clock() }, false)
      return { done: true }
    },

    restoreDocument: async ({ id }, { caller }) => {
      return change(caller, id, { deletedAt: null }, true)
    },
  }
}
