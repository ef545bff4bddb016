import { ActionIcon } from '@mantine/core'
import {
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconMovie,
  IconPhoto,
  IconPhotoOff,
  IconVolume,
} from '@tabler/icons-react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import type { FileKind } from '#shared/domain/chat-files.ts'
import { useChat } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import { VoicePlayer } from '../voice/VoicePlayer.tsx'
import styles from './Attachment.module.css'
import { fileCaption, fileKind, fileName, shownKind } from './attachment-kind.ts'
import rowStyles from './MessageRow.module.css'
import { MessageText } from './MessageText.tsx'
import { TEXT } from './text.ts'
import { useDownload, useImageUrl } from './use-attachment.ts'

interface AttachmentProps {
  readonly message: ChatMessage
  readonly threadKey: ThreadKey
}

/**
 * A message's file and what was written with it: an image is drawn, sound is played, anything else is
 * a card that opens its preview; all of them can be downloaded.
 */
export function Attachment({ message, threadKey }: AttachmentProps) {
  const kind = shownKind(message)
  const caption = fileCaption(message)
  return (
    <div className={styles.attachment}>
      {caption === '' ? null : (
        <p className={rowStyles.text} dir="auto">
          <MessageText text={caption} threadKey={threadKey} />
        </p>
      )}
      {kind === 'IMAGE' ? <InlineImage message={message} threadKey={threadKey} /> : null}
      <FileCard message={message} threadKey={threadKey} kind={kind} />
      {kind === 'AUDIO' ? <VoicePlayer message={message} threadKey={threadKey} /> : null}
    </div>
  )
}

/** The frame has its size before the image is there: nothing moves when it comes. */
function InlineImage({ message, threadKey }: AttachmentProps) {
  const chat = useChat<'openDialog'>()
  const { url, failed, onError } = useImageUrl(message, threadKey)
  return (
    <button
      type="button"
      className={styles.frame}
      data-waiting={url === null && !failed}
      aria-label={`${TEXT.openPreview} ${fileName(message)}`}
      onClick={() => chat.openDialog({ kind: 'image', thread: threadKey, messageID: message.id })}
    >
      {url !== null ? (
        <img src={url} alt={fileName(message)} draggable={false} onError={onError} />
      ) : failed ? (
        <IconPhotoOff size={28} stroke={1.4} aria-label={TEXT.imageFailed} />
      ) : (
        <IconPhoto size={28} stroke={1.4} aria-label={TEXT.imageLoading} />
      )}
    </button>
  )
}

const ICONS: Readonly<Record<FileKind, typeof IconFile>> = {
  IMAGE: IconPhoto,
  AUDIO: IconVolume,
  VIDEO: IconMovie,
  PDF: IconFileTypePdf,
  DOCUMENT: IconFileText,
  SPREADSHEET: IconFileSpreadsheet,
  Other: IconFile,
}

function FileCard({ message, threadKey, kind }: AttachmentProps & { kind: FileKind }) {
  const chat = useChat<'openDialog'>()
  const { busy, start } = useDownload(message, threadKey)
  const name = fileName(message)
  const Icon = ICONS[kind]
  const open = () =>
    chat.openDialog({
      kind: kind === 'IMAGE' ? 'image' : 'preview',
      thread: threadKey,
      messageID: message.id,
    })
  return (
    <div className={styles.card} data-kind={kind}>
      <button type="button" className={styles.open} onClick={open}>
        <span className="visually-hidden">{TEXT.openPreview} </span>
        <span className={styles.icon} aria-hidden="true">
          <Icon size={20} stroke={1.6} />
        </span>
        <span className={styles.name}>
          <strong title={name}>
            <bdi>{name}</bdi>
          </strong>{' '}
          <span>{fileKind(name)}</span>
        </span>
      </button>
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
