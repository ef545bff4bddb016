import { ActionIcon, Loader, Modal } from '@mantine/core'
import { IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { fetchFullImage } from '#shared/contract/chat-files.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { useDialogMessage } from '../actions/use-dialog-message.ts'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { fileName } from '../messages/attachment-kind.ts'
import { useDownload, useImageUrl } from '../messages/use-attachment.ts'
import type { ThreadKey } from '../store/state.ts'
import styles from './Previews.module.css'
import { TEXT } from './text.ts'

/** An image in full over the whole window (spec 2 §2); Escape and a click beside it close it. */
export function ImageDialog({ dialog, onClose }: ChatDialogProps<'image'>) {
  const about = useDialogMessage(dialog.thread, dialog.messageID)
  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Overlay backgroundOpacity={0.93} />
      <Modal.Content className={styles.stage ?? ''} aria-label={TEXT.openPreview}>
        <Modal.Body className={styles.stageBody ?? ''}>
          {about.state === 'ready' ? (
            <FullImage
              message={about.message}
              thread={about.thread}
              threadKey={dialog.thread}
              onClose={onClose}
            />
          ) : (
            <Waiting text={about.state === 'error' ? about.text : null} onClose={onClose} />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Waiting({ text, onClose }: { text: string | null; onClose: () => void }) {
  return (
    <>
      <div className={styles.stageBar}>
        <span className={styles.stageName} role={text === null ? undefined : 'alert'}>
          {text}
        </span>
        <CloseButton onClose={onClose} />
      </div>
      {text === null ? <Loader color="gray" aria-label={TEXT.imageLoading} /> : null}
    </>
  )
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray.0" size="lg" aria-label={TEXT.close} onClick={onClose}>
      <IconX size={20} stroke={1.8} />
    </ActionIcon>
  )
}

interface FullImageProps {
  readonly message: ChatMessage
  readonly thread: ChatThread
  readonly threadKey: ThreadKey
  readonly onClose: () => void
}

/** The small image at once, and the full one in its place; where that fails the small one stays (spec 2 §7). */
function FullImage({ message, thread, threadKey, onClose }: FullImageProps) {
  const { api } = useServices()
  const small = useImageUrl(message, threadKey)
  const { busy, start: download } = useDownload(message, threadKey)
  const [large, setLarge] = useState(false)
  const { source, sourceID } = thread
  const full = useQuery({
    queryKey: ['chat-full-image', message.id],
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.call(fetchFullImage, { id: message.id, source, sourceID }, { quiet: true, signal }),
  })
  const [fullIsBroken, setFullBroken] = useState(false)
  const address = !fullIsBroken && full.data?.startsWith('data:image/') ? full.data : null
  const url = address ?? small.url
  const fullFailed = full.isError || fullIsBroken
  const name = fileName(message)
  const ZoomIcon = large ? IconZoomOut : IconZoomIn
  return (
    <>
      <div className={styles.stageBar}>
        <span className={styles.stageName}>
          <bdi>{name}</bdi>
        </span>
        <ActionIcon
          variant="subtle"
          color="gray.0"
          size="lg"
          aria-label={large ? TEXT.zoomOut : TEXT.zoomIn}
          onClick={() => setLarge(!large)}
        >
          <ZoomIcon size={20} stroke={1.8} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray.0"
          size="lg"
          loading={busy}
          aria-label={`${TEXT.download} ${name}`}
          onClick={download}
        >
          <IconDownload size={20} stroke={1.8} />
        </ActionIcon>
        <CloseButton onClose={onClose} />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger way to the button that is there */}
      <div
        className={styles.stageImage}
        data-large={large}
        onClick={(event) => event.target === event.currentTarget && onClose()}
      >
        {url === null ? (
          small.failed && fullFailed ? (
            <p role="alert">
              {fullIsBroken ? TEXT.fileBroken : `${TEXT.imageFailed}. ${reasonOf(full.error)}`}
            </p>
          ) : (
            <Loader color="gray" aria-label={TEXT.imageLoading} />
          )
        ) : (
          <img
            src={url}
            alt={name}
            onError={() => (address === null ? small.onError() : setFullBroken(true))}
          />
        )}
      </div>
      {fullFailed && small.url !== null ? (
        <p className={styles.stageNote} role="status">
          {full.isError ? `${TEXT.fullSizeFailed} ${reasonOf(full.error)}` : TEXT.fullSizeFailed}
        </p>
      ) : null}
    </>
  )
}
