import { Button } from '@mantine/core'
import { IconArrowLeft, IconFiles } from '@tabler/icons-react'
import { useState } from 'react'
import { type DocumentInfo, downloadDocument } from '#shared/contract/documents.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { openPopOut, WINDOW_BLOCKED } from '../../services/page/pop-outs.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { DocumentPreview } from './DocumentPreview.tsx'
import { DocumentRow } from './DocumentRow.tsx'
import styles from './Documents.module.css'
import { DOCUMENTS_TEXT } from './text.ts'
import { UploadArea } from './UploadArea.tsx'
import { useDocuments } from './use-documents.ts'

/** The person's documents: uploaded, looked at, renamed, kept elsewhere, deleted and put back (spec 1 §2.7). */
export function Documents() {
  const documents = useDocuments()
  const [shown, setShown] = useState<DocumentInfo | null>(null)
  if (shown) return <Shown info={shown} onBack={() => setShown(null)} />
  const { list, deleted, undo, put } = documents
  return (
    <div className={styles.documents}>
      <UploadArea onUploaded={put} />
      <UndoLine
        said={deleted && DOCUMENTS_TEXT.deleted(deleted.name)}
        undo={DOCUMENTS_TEXT.undo}
        onUndo={() => void undo()}
      />
      {list.isPending ? (
        <div role="status" aria-label={DOCUMENTS_TEXT.loading}>
          <Skeleton width="100%" height={180} />
        </div>
      ) : null}
      {list.isError ? (
        <LoadFailure
          title={DOCUMENTS_TEXT.failed}
          reason={reasonOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.data ? <List documents={documents} all={list.data} onOpen={setShown} /> : null}
    </div>
  )
}

interface ListProps {
  readonly documents: ReturnType<typeof useDocuments>
  readonly all: readonly DocumentInfo[]
  readonly onOpen: (info: DocumentInfo) => void
}

function List({ documents, all, onOpen }: ListProps) {
  const actions = useFileActions()
  if (all.length === 0) {
    return <EmptyState icon={<IconFiles size={28} stroke={1.6} />} title={DOCUMENTS_TEXT.empty} />
  }
  return (
    <ul className={styles.list} aria-label={DOCUMENTS_TEXT.list}>
      {all.map((info) => (
        <DocumentRow
          key={info.id}
          info={info}
          onOpen={() => onOpen(info)}
          onDownload={() => void actions.download(info)}
          onPopOut={() => actions.popOut(info)}
          onRename={(name) => documents.rename(info.id, name)}
          onDelete={() => void documents.remove(info)}
        />
      ))}
    </ul>
  )
}

function Shown({ info, onBack }: { info: DocumentInfo; onBack: () => void }) {
  return (
    <div className={styles.documents}>
      <p className={styles.shownHead}>
        <Button
          size="compact-sm"
          variant="subtle"
          autoFocus
          leftSection={<IconArrowLeft size={16} />}
          onClick={onBack}
        >
          {DOCUMENTS_TEXT.back}
        </Button>
        <strong>{info.name}</strong>
      </p>
      <DocumentPreview id={info.id} />
    </div>
  )
}

function useFileActions() {
  const { api, notices, storage } = useServices()
  return {
    download: async ({ id }: DocumentInfo) => {
      try {
        saveFile(await api.call(downloadDocument, { id }))
      } catch {
        // The notice says why.
      }
    },
    popOut: ({ id }: DocumentInfo) => {
      storage.set('externalDocumentID', String(id))
      if (!openPopOut(window, 'view-document-external')) notices.show('warning', WINDOW_BLOCKED)
    },
  }
}
