import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import {
  IconDownload,
  IconFile,
  IconFiles,
  IconFileText,
  IconFileTypePdf,
  IconMessage,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { datePeriod } from '#shared/domain/chat-days.ts'
import { type FileKind, fileKind as kindOf } from '#shared/domain/chat-files.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { useChat } from '../chat-context.tsx'
import { fileKind, fileName } from '../messages/attachment-kind.ts'
import { useDownload } from '../messages/use-attachment.ts'
import { ResultSkeletons } from '../search/ResultSkeletons.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './Tabs.module.css'
import { TEXT } from './text.ts'
import { useMessageList } from './use-message-list.ts'

const ICONS: Readonly<Record<FileKind, typeof IconFile>> = {
  IMAGE: IconPhoto,
  AUDIO: IconMusic,
  VIDEO: IconMovie,
  PDF: IconFileTypePdf,
  DOCUMENT: IconFileText,
  SPREADSHEET: IconTable,
  Other: IconFile,
}

/** As many as the server gives at once: fewer are all there are. */
const PAGE = 100

/** The attached files of a conversation, the newest first (spec 2 §2): items of the central file hub only. */
export function FilesTab({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'loadMessageList' | 'loadOlderFiles'>()
  const { load, items } = useMessageList(threadKey, 'files')
  const [ended, setEnded] = useState(false)
  const [loading, setLoading] = useState(false)
  if (load.state === 'error')
    return (
      <LoadFailure
        title={TEXT.filesFailed}
        reason={load.message}
        onRetry={() => void chat.loadMessageList(threadKey, 'files')}
      />
    )
  if (load.state !== 'ready') return <ResultSkeletons />
  const files = items.filter(({ type }) => type === 'CENTRAL_FILE_HUB')
  if (files.length === 0)
    return <EmptyState icon={<IconFiles size={26} stroke={1.6} />} title={TEXT.noFiles} />
  const loadOlder = async () => {
    setLoading(true)
    setEnded(!(await chat.loadOlderFiles(threadKey)))
    setLoading(false)
  }
  return (
    <div className={styles.list}>
      <ul>
        {files.map((message) => (
          <FileRow key={message.id} message={message} threadKey={threadKey} />
        ))}
      </ul>
      {files.length >= PAGE && !ended ? (
        <Button
          className={styles.more ?? ''}
          size="xs"
          variant="default"
          loading={loading}
          onClick={() => void loadOlder()}
        >
          {TEXT.olderFiles}
        </Button>
      ) : null}
    </div>
  )
}

function FileRow({ message, threadKey }: { message: ChatMessage; threadKey: ThreadKey }) {
  const chat = useChat<'openDialog' | 'showMessage'>()
  const today = useToday()
  const { busy, start } = useDownload(message, threadKey)
  const name = fileName(message)
  const Icon = ICONS[kindOf(name)]
  const open = () => chat.openDialog({ kind: 'preview', thread: threadKey, messageID: message.id })
  return (
    <li className={styles.file}>
      <UnstyledButton className={styles.fileName} onClick={message.allowPreview ? open : start}>
        <span className={styles.fileIcon} aria-hidden="true">
          <Icon size={20} stroke={1.6} />
        </span>
        <span className={styles.fileText}>
          <strong title={name}>{name}</strong>
          <span>
            {fileKind(name)} · {message.userName} · {datePeriod(message.entryTime, today)}
          </span>
        </span>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`${TEXT.showInChat}: ${name}`}
        title={TEXT.showInChat}
        onClick={() => void chat.showMessage(threadKey, message.id)}
      >
        <IconMessage size={18} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        loading={busy}
        aria-label={`${TEXT.download} ${name}`}
        title={TEXT.download}
        onClick={start}
      >
        <IconDownload size={18} stroke={1.8} />
      </ActionIcon>
    </li>
  )
}
