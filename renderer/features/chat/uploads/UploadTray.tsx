import { CloseButton, UnstyledButton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useChat, useChatState } from '../chat-context.tsx'
import { fromMarkup } from '../composer/mention-text.ts'
import { type FileMessage, hasFailed, type UploadingFile } from '../store/sending/upload-types.ts'
import type { ThreadKey } from '../store/state.ts'
import styles from './Files.module.css'
import { FileThumb } from './FileThumb.tsx'
import { fileSize, shownName } from './file-size.ts'
import { TEXT } from './text.ts'

const WORDS: Partial<Record<UploadingFile['state'], string>> = {
  preparing: TEXT.preparing,
  waiting: TEXT.waitingToUpload,
}

/** Messages with files that are on their way, above the composer: how far each is, and what can be done. */
export function UploadTray({ threadKey }: { threadKey: ThreadKey }) {
  const all = useChatState((state) => state.uploads)
  const uploads = useMemo(() => all.filter(({ thread }) => thread === threadKey), [all, threadKey])
  if (uploads.length === 0) return null
  return (
    <section className={styles.uploads} aria-label={TEXT.uploads}>
      {uploads.map((upload) => (
        <Upload key={upload.id} upload={upload} />
      ))}
    </section>
  )
}

function Upload({ upload }: { upload: FileMessage }) {
  const chat = useChat<'cancelUpload' | 'editUpload' | 'retryUpload'>()
  const failed = upload.files.find(({ state }) => state === 'failed')
  return (
    <div className={styles.upload} data-failed={failed !== undefined}>
      {upload.text === '' ? null : <p className={styles.caption}>{fromMarkup(upload.text).text}</p>}
      <ul className={styles.rows}>
        {upload.files.map((file) => (
          <Row key={file.id} file={file} onCancel={() => chat.cancelUpload(upload.id, file.id)} />
        ))}
      </ul>
      {failed ? (
        <div className={styles.failure} role="alert">
          <IconAlertCircle size={15} stroke={2} aria-hidden="true" />
          <span>
            {TEXT.uploadFailed} {failed.problem}
          </span>
          <UnstyledButton onClick={() => chat.retryUpload(upload.id)}>{TEXT.tryAgain}</UnstyledButton>
          <UnstyledButton onClick={() => chat.editUpload(upload.id)}>{TEXT.editUpload}</UnstyledButton>
        </div>
      ) : null}
    </div>
  )
}

function Row({ file: { file, state, progress }, onCancel }: { file: UploadingFile; onCancel: () => void }) {
  const percent = Math.floor(progress * 100)
  return (
    <li className={styles.row}>
      <FileThumb file={file} />
      <span className={styles.name}>
        <strong title={shownName(file)}>{shownName(file)}</strong>
        {state === 'uploading' ? (
          <progress
            className={styles.bar}
            max={100}
            value={percent}
            aria-label={TEXT.uploading(shownName(file))}
          />
        ) : (
          <span>{WORDS[state] ?? fileSize(file.size)}</span>
        )}
      </span>
      {state === 'uploading' ? <span className={styles.percent}>{percent} %</span> : null}
      <CloseButton size="sm" aria-label={TEXT.cancelUpload(shownName(file))} onClick={onCancel} />
    </li>
  )
}

/** Tries everything again that failed here, where that is more than one message; each has its own way, too. */
export function FailedMessages({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'tryAllAgain'>()
  const count = useChatState(
    ({ echoes, uploads }) =>
      echoes.filter(({ thread, state }) => thread === threadKey && state === 'failed').length +
      uploads.filter((upload) => upload.thread === threadKey && hasFailed(upload)).length,
  )
  if (count < 2) return null
  return (
    <div className={styles.allFailed} role="status">
      <IconAlertCircle size={15} stroke={2} aria-hidden="true" />
      <span>{TEXT.notSentCount(count)}</span>
      <UnstyledButton onClick={() => chat.tryAllAgain(threadKey)}>{TEXT.tryAllAgain}</UnstyledButton>
    </div>
  )
}
