import { ActionIcon } from '@mantine/core'
import { IconDownload, IconFile, IconPhoto } from '@tabler/icons-react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import type { ThreadKey } from '../store/state.ts'
import { TEXT } from '../text.ts'
import { VoicePlayer } from '../voice/VoicePlayer.tsx'
import { voiceNoteMs } from '../voice/voice-note-name.ts'
import styles from './Attachment.module.css'
import { fileKind, fileName, isInlineImage } from './attachment-kind.ts'
import { useDownload, useImageUrl } from './use-attachment.ts'

interface AttachmentProps {
  readonly message: ChatMessage
  readonly threadKey: ThreadKey
}

/** A message's file: an image is drawn, anything else is a card; both can be downloaded. */
export function Attachment({ message, threadKey }: AttachmentProps) {
  return (
    <div className={styles.attachment}>
      {voiceNoteMs(fileName(message)) === null ? null : (
        <VoicePlayer message={message} threadKey={threadKey} />
      )}
      {isInlineImage(message) ? <InlineImage message={message} threadKey={threadKey} /> : null}
      <FileCard message={message} threadKey={threadKey} />
    </div>
  )
}

/** The frame has its size before the image is there: nothing moves when it comes. */
function InlineImage({ message, threadKey }: AttachmentProps) {
  const { url, failed } = useImageUrl(message, threadKey)
  return (
    <div className={styles.frame} data-waiting={url === null && !failed}>
      {url === null ? (
        <IconPhoto
          size={28}
          stroke={1.4}
          aria-label={failed ? 'The image could not be loaded' : 'Loading image'}
        />
      ) : (
        <img src={url} alt={fileName(message)} />
      )}
    </div>
  )
}

function FileCard({ message, threadKey }: AttachmentProps) {
  const { busy, start } = useDownload(message, threadKey)
  const name = fileName(message)
  return (
    <div className={styles.card}>
      <span className={styles.icon} aria-hidden="true">
        <IconFile size={20} stroke={1.6} />
      </span>
      <span className={styles.name}>
        <strong title={name}>{name}</strong>
        <span>{fileKind(name)}</span>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        loading={busy}
        aria-label={`${TEXT.download} ${name}`}
        onClick={start}
      >
        <IconDownload size={18} stroke={1.8} />
      </ActionIcon>
    </div>
  )
}
