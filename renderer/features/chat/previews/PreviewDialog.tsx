import { ActionIcon, Button, Loader, Modal } from '@mantine/core'
import { IconDownload, IconFileOff, IconFileUnknown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { AttachmentDetails, ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { getAttachmentDetails } from '#shared/contract/chat-files.ts'
import { extensionOf, isText, TEXT_PREVIEW_BYTES } from '#shared/domain/chat-files.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { useDialogMessage } from '../actions/use-dialog-message.ts'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { fileName, shownKind } from '../messages/attachment-kind.ts'
import { useDownload } from '../messages/use-attachment.ts'
import { FileContent, LAID_OUT_MAX } from './FileContent.tsx'
import { LongText } from './LongText.tsx'
import styles from './Previews.module.css'
import { streamUrl } from './stream-url.ts'
import { TEXT } from './text.ts'

const SheetPreview = lazyCode(async () => (await import('./SheetPreview.tsx')).SheetPreview)
const WordPreview = lazyCode(async () => (await import('./WordPreview.tsx')).WordPreview)
const PdfPages = lazyCode(async () => (await import('../../documents/index.ts')).loadPdfPages())

/** A file as it looks: film and sound, the pages of a PDF, a document's text, a sheet's cells (spec 2 §3). */
export function PreviewDialog({ dialog, onClose }: ChatDialogProps<'preview'>) {
  const about = useDialogMessage(dialog.thread, dialog.messageID)
  const { busy, start: download } = useDownload({ id: dialog.messageID }, dialog.thread)
  const name = about.state === 'ready' ? fileName(about.message) : TEXT.openPreview
  return (
    <Modal.Root opened onClose={onClose} size={960} centered>
      <Modal.Overlay />
      <Modal.Content>
        <div className={styles.bar}>
          <Modal.Title className={styles.title ?? ''}>
            <bdi>{name}</bdi>
          </Modal.Title>
          <ActionIcon
            className={styles.headerButton ?? ''}
            variant="subtle"
            color="gray"
            size="md"
            loading={busy}
            aria-label={`${TEXT.download} ${name}`}
            onClick={download}
          >
            <IconDownload size={18} stroke={1.8} />
          </ActionIcon>
          <Modal.CloseButton className={styles.closeButton ?? ''} aria-label={TEXT.close} />
        </div>
        <Modal.Body className={styles.body ?? ''}>
          {about.state === 'ready' ? (
            <Details message={about.message} thread={about.thread} onDownload={download} />
          ) : about.state === 'loading' ? (
            <Waiting />
          ) : (
            <LoadFailure title={TEXT.loadFailed} reason={about.text} />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

const Waiting = () => <Loader size="sm" aria-label={TEXT.openPreview} />

interface DetailsProps {
  readonly message: ChatMessage
  readonly thread: ChatThread
  readonly onDownload: () => void
}

function Details({ message, thread, onDownload }: DetailsProps) {
  const { api } = useServices()
  const { source, sourceID } = thread
  const kind = shownKind(message)
  const details = useQuery({
    queryKey: ['chat-attachment', message.id],
    retry: false,
    gcTime: 0,
    enabled: kind !== 'Other',
    queryFn: ({ signal }) =>
      api.call(
        getAttachmentDetails,
        { id: message.id, source, sourceID, prepareStream: true },
        { quiet: true, signal },
      ),
  })
  const unsupported = <Unsupported onDownload={onDownload} />
  if (kind === 'Other') return unsupported
  if (details.isPending) return <Waiting />
  if (details.isError)
    return (
      <LoadFailure
        icon={NOT_THERE}
        title={TEXT.loadFailed}
        reason={reasonOf(details.error)}
        onRetry={() => void details.refetch()}
      />
    )
  return (
    <Content
      kind={kind}
      details={details.data}
      message={message}
      thread={thread}
      unsupported={unsupported}
      broken={<Unsupported onDownload={onDownload} title={TEXT.fileBroken} />}
      tooLarge={<Unsupported onDownload={onDownload} title={TEXT.fileTooLarge} />}
      // Another address: the one before may have ended.
      onRetry={() => void details.refetch()}
    />
  )
}

function Unsupported({
  onDownload,
  title = TEXT.previewUnsupported,
}: {
  onDownload: () => void
  title?: string
}) {
  return (
    <EmptyState icon={<IconFileUnknown size={28} stroke={1.6} />} title={title}>
      <Button leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={onDownload}>
        {TEXT.download}
      </Button>
    </EmptyState>
  )
}

const NOT_THERE = <IconFileOff size={28} stroke={1.6} />

function NotAvailable({ children }: { children: string }) {
  return <LoadFailure icon={NOT_THERE} title={children} reason={null} />
}

interface ContentProps extends Omit<DetailsProps, 'onDownload'> {
  readonly kind: Exclude<ReturnType<typeof shownKind>, 'Other'>
  readonly details: AttachmentDetails
  readonly unsupported: ReactNode
  readonly broken: ReactNode
  readonly tooLarge: ReactNode
  readonly onRetry: () => void
}

function Content(props: ContentProps) {
  const { kind, details, message, thread, unsupported, broken, tooLarge } = props
  const [problem, setProblem] = useState<'broken' | 'gone' | null>(null)
  const onError = useCallback(() => setProblem('broken'), [])
  const onPdfError = useCallback((isBroken: boolean) => setProblem(isBroken ? 'broken' : 'gone'), [])
  const retry = () => {
    setProblem(null)
    props.onRetry()
  }
  const { fileName: name, filePath, preview } = details
  const extension = extensionOf(name)
  const url = streamUrl(window, filePath)
  if (problem === 'broken') return broken
  if (problem === 'gone')
    return <LoadFailure icon={NOT_THERE} title={TEXT.fileNotAvailable} reason={null} onRetry={retry} />
  if (kind === 'AUDIO' || kind === 'VIDEO') {
    if (filePath === '') return <NotAvailable>{TEXT.fileNotAvailable}</NotAvailable>
    return <Film isFilm={kind === 'VIDEO'} url={url} name={name} onError={onError} />
  }
  if (kind === 'PDF' && filePath !== '')
    return (
      <Suspense fallback={<Waiting />}>
        <PdfPages file={url} name={name} onError={onPdfError} />
      </Suspense>
    )
  const isLong = details.size > (kind === 'SPREADSHEET' ? LAID_OUT_MAX : TEXT_PREVIEW_BYTES)
  if (filePath !== '' && isLong && isText(name)) return <LongText url={url} size={details.size} name={name} />
  if (details.size > LAID_OUT_MAX && kind !== 'IMAGE') return tooLarge
  const whole = (draw: (blob: Blob) => ReactNode) => (
    <FileContent message={message} thread={thread}>
      {(blob) => <Suspense fallback={<Waiting />}>{draw(blob)}</Suspense>}
    </FileContent>
  )
  if (kind === 'PDF') return whole((blob) => <PdfPages file={blob} name={name} onError={onPdfError} />)
  if (kind === 'SPREADSHEET')
    return whole((blob) => <SheetPreview blob={blob} name={name} onError={onError} />)
  if (extension === 'docx') return whole((blob) => <WordPreview blob={blob} name={name} onError={onError} />)
  return preview === '' || kind === 'IMAGE' ? unsupported : <Text text={preview} size={details.size} />
}

interface FilmProps {
  readonly isFilm: boolean
  readonly url: string
  readonly name: string
  readonly onError: () => void
}

/** The browser asks for the parts that it plays. */
function Film({ isFilm, url, name, onError }: FilmProps) {
  return isFilm ? (
    // biome-ignore lint/a11y/useMediaCaption: people's own recordings have none
    <video className={styles.film} controls autoPlay src={url} aria-label={name} onError={onError} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: people's own recordings have none
    <audio className={styles.sound} controls autoPlay src={url} aria-label={name} onError={onError} />
  )
}

function Text({ text, size }: { text: string; size: number }) {
  return (
    <>
      {new Blob([text]).size < size ? <p className={styles.note}>{TEXT.onlyBeginning}</p> : null}
      <pre className={styles.text} dir="auto">
        {text}
      </pre>
    </>
  )
}
