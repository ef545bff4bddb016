import { CloseButton, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { visibleName } from '#shared/domain/bidi.ts'
import { UndoLine } from '../../../ui/UndoLine.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import type { AttachedFile } from '../store/sending/upload-types.ts'
import type { ThreadKey } from '../store/state.ts'
import styles from './Files.module.css'
import { FileThumb } from './FileThumb.tsx'
import { fileSize, shownName } from './file-size.ts'
import { TEXT } from './text.ts'

interface AttachedFilesProps {
  readonly threadKey: ThreadKey
  readonly files: readonly AttachedFile[]
  /** Opens where they can be sent without a text. */
  readonly onReview?: () => void
}

/** The files that go with the message that is being written; each can be taken out again. */
export function AttachedFiles({ threadKey, files, onReview }: AttachedFilesProps) {
  const chat = useChat<'removeAttached'>()
  if (files.length === 0) return null
  return (
    <div className={styles.tray}>
      <ul className={styles.chips} aria-label={TEXT.attachedFiles}>
        {files.map(({ id, file }) => (
          <li key={id} className={styles.chip}>
            <FileThumb file={file} />
            <span className={styles.name}>
              <strong title={shownName(file)}>{shownName(file)}</strong>
              <span>{fileSize(file.size)}</span>
            </span>
            <CloseButton
              size="sm"
              aria-label={TEXT.removeFile(shownName(file))}
              onClick={() => chat.removeAttached(threadKey, id)}
            />
          </li>
        ))}
      </ul>
      {onReview ? (
        <UnstyledButton className={styles.link ?? ''} onClick={onReview}>
          {TEXT.reviewFiles}
        </UnstyledButton>
      ) : null}
    </div>
  )
}

/** Files that were attached before the page was loaded again: their names are all that could be kept. */
export function LostFiles({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'forgetLostFiles' | 'lostFilesOf'>()
  const [names, setNames] = useState(() => chat.lostFilesOf(threadKey))
  const attached = useChatState((state) => state.attached[threadKey])
  if (names.length === 0 || attached) return null
  return (
    <div className={styles.lost} role="status">
      <p>
        {TEXT.lostFiles} <strong>{visibleName(names.join(', '))}</strong>
      </p>
      <CloseButton
        size="sm"
        aria-label={TEXT.dismiss}
        onClick={() => {
          chat.forgetLostFiles(threadKey)
          setNames([])
        }}
      />
    </div>
  )
}

interface TakenOutFilesProps {
  readonly threadKey: ThreadKey
  /** After they are back: opens where they can be sent. */
  readonly onBack?: () => void
}

/** Files that were taken out by closing their dialog, and the way back. */
export function TakenOutFiles({ threadKey, onBack }: TakenOutFilesProps) {
  const chat = useChat<'forgetTakenOut' | 'putBack'>()
  const files = useChatState((state) => state.takenOut[threadKey])
  if (!files) return null
  return (
    <UndoLine
      className={styles.takenOut}
      said={TEXT.takenOut(files.map(({ file }) => shownName(file)))}
      undo={TEXT.undo}
      onUndo={() => {
        chat.putBack(threadKey)
        onBack?.()
      }}
      close={{ label: TEXT.dismiss, onClose: () => chat.forgetTakenOut(threadKey) }}
    />
  )
}
