import { Button, Loader } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { downloadDocument } from '#shared/contract/documents.ts'
import { previewOf } from '#shared/domain/documents.ts'
import { useServices } from '../../services/context.tsx'
import type { DownloadedFile } from '../../services/http/api-client.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import styles from './Documents.module.css'
import { DOCUMENTS_TEXT } from './text.ts'

const PdfPages = lazyCode(async () => (await import('./PdfPages.tsx')).PdfPages)

/** Longest text that is shown, in bytes. */
const TEXT_MAX_BYTES = 512 * 1024

/** A document as it looks: a picture, the pages of a PDF or a text; for the rest a way to keep it. */
export function DocumentPreview({ id }: { id: number }) {
  const { api } = useServices()
  const file = useQuery({
    queryKey: ['document', id],
    queryFn: ({ signal }) => api.call(downloadDocument, { id }, { quiet: true, signal }),
    gcTime: 0,
  })
  if (file.isPending) return <Loader size="sm" aria-label={DOCUMENTS_TEXT.loading} />
  if (file.isError) {
    return (
      <LoadFailure
        title={DOCUMENTS_TEXT.oneFailed}
        reason={reasonOf(file.error)}
        onRetry={() => void file.refetch()}
      />
    )
  }
  return (
    <div className={styles.preview}>
      <Content file={file.data} />
    </div>
  )
}

function Content({ file }: { file: DownloadedFile }) {
  const [broken, setBroken] = useState(false)
  const kind = broken ? null : previewOf(file.blob.type)
  const isBroken = useCallback(() => setBroken(true), [])
  if (kind === 'image') return <Picture file={file} onError={isBroken} />
  if (kind === 'text') return <Text blob={file.blob} />
  if (kind === 'pdf') {
    return (
      <Suspense fallback={<Loader size="sm" aria-label={DOCUMENTS_TEXT.loading} />}>
        <PdfPages file={file.blob} name={file.fileName} onError={isBroken} />
      </Suspense>
    )
  }
  return (
    <EmptyState
      icon={<IconFile size={28} stroke={1.6} />}
      title={broken ? DOCUMENTS_TEXT.broken : DOCUMENTS_TEXT.noPreview}
    >
      <Button onClick={() => saveFile(file)}>{DOCUMENTS_TEXT.download}</Button>
    </EmptyState>
  )
}

function Picture({ file, onError }: { file: DownloadedFile; onError: () => void }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file.blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url ? <img src={url} alt={file.fileName} onError={onError} /> : null
}

function Text({ blob }: { blob: Blob }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let current = true
    void blob
      .slice(0, TEXT_MAX_BYTES)
      .text()
      .then((read) => {
        if (current) setText(read)
      })
    return () => {
      current = false
    }
  }, [blob])
  return (
    <>
      {blob.size > TEXT_MAX_BYTES ? <p className={styles.cut}>{DOCUMENTS_TEXT.cut}</p> : null}
      <pre>{text}</pre>
    </>
  )
}
