import { UndoLine } from '../../../ui/UndoLine.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import styles from './ThreadList.module.css'
import { TEXT } from './text.ts'

/** How long an archiving can be taken back, in milliseconds. Ours. */
const ARCHIVE_UNDO_MS = 6000

/** Below the list for a while after a conversation was archived: the way back. */
export function ArchivedBar() {
  const chat = useChat<'undoArchive' | 'forgetArchive'>()
  const key = useChatState(({ justArchived }) => justArchived)
  const name = useChatState((state) => (key === null ? undefined : threadOf(state, key)?.displayLabel))
  return (
    <UndoLine
      className={styles.undo}
      said={name === undefined ? null : TEXT.archivedNow(name)}
      undo={TEXT.undo}
      onUndo={() => void chat.undoArchive()}
      ends={{ of: key, afterMs: ARCHIVE_UNDO_MS, onEnd: () => chat.forgetArchive() }}
    />
  )
}
