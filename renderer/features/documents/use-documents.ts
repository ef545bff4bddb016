import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DocumentInfo,
  deleteDocument,
  myDocuments,
  renameDocument,
  restoreDocument,
} from '#shared/contract/documents.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'

/** The person's documents, newest first. */
function documentsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['documents'],
    queryFn: ({ signal }) => api.call(myDocuments, undefined, { quiet: true, signal }),
  })
}

/** The list, and what changes it; the last deleted one can be put back. */
export function useDocuments() {
  const { api } = useServices()
  const queries = useQueryClient()
  const list = useQuery(documentsQuery(api))
  const [deleted, setDeleted] = useState<DocumentInfo | null>(null)
  const change = (update: (documents: readonly DocumentInfo[]) => DocumentInfo[]) =>
    queries.setQueryData(documentsQuery(api).queryKey, (known) => update(known ?? []))
  const put = (info: DocumentInfo) =>
    change((known) =>
      [info, ...known.filter(({ id }) => id !== info.id)].sort(
        (a, b) => b.uploadedAt.localeCompare(a.uploadedAt) || b.id - a.id,
      ),
    )

  return {
    list,
    deleted,
    put,
    /** False where the name was refused, which the notice says. */
    rename: async (id: number, name: string): Promise<boolean> => {
      try {
        put(await api.call(renameDocument, { id, name }))
        return true
      } catch {
        return false
      }
    },
    remove: async (info: DocumentInfo): Promise<void> => {
      change((known) => known.filter(({ id }) => id !== info.id))
      setDeleted(info)
      try {
        await api.call(deleteDocument, { id: info.id })
      } catch {
        put(info)
        setDeleted(null)
      }
    },
    undo: async (): Promise<void> => {
      if (!deleted) return
      setDeleted(null)
      try {
        put(await api.call(restoreDocument, { id: deleted.id }))
      } catch {
        setDeleted(deleted)
      }
    },
  }
}
