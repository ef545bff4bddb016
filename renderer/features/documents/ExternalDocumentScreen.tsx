import { Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DocumentPreview } from './DocumentPreview.tsx'
import styles from './Documents.module.css'
import { DOCUMENTS_TEXT } from './text.ts'

/**
 * One document in a window of its own, /view-document-external: its id is taken from the storage
 * and forgotten there; closing closes the window (spec 1 §2.2).
 */
export function ExternalDocumentScreen() {
  const { storage } = useServices()
  const [id] = useState(() => Number(storage.get('externalDocumentID') ?? Number.NaN))
  useEffect(() => storage.remove('externalDocumentID'), [storage])
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{DOCUMENTS_TEXT.title}</h1>
      <p className={styles.closeBar}>
        <Button size="compact-sm" variant="default" onClick={() => window.close()}>
          {DOCUMENTS_TEXT.closeWindow}
        </Button>
      </p>
      {Number.isSafeInteger(id) && id > 0 ? (
        <DocumentPreview id={id} />
      ) : (
        <EmptyState icon={<IconFileUnknown size={28} stroke={1.6} />} title={DOCUMENTS_TEXT.noneChosen} />
      )}
    </main>
  )
}
