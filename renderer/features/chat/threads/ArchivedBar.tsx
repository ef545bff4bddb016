import { Button } from '@mantine/core'
import { useChat, useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import styles from './ThreadList.module.css'
import { TEXT } from './text.ts'

/** Below the list for a while after a conversation was archived: the way back. */
export function ArchivedBar() {
  const chat = useChat<'undoArchive'>()
  const name = useChatState((state) =>
    state.justArchived === null ? undefined : threadOf(state, state.justArchived)?.displayLabel,
  )
  return (
    <div role="status">
      {name === undefined ? null : (
        <div className={styles.undo}>
          <span>{TEXT.archivedNow(name)}</span>
          <Button size="compact-sm" variant="subtle" onClick={() => void chat.undoArchive()}>
            {TEXT.undo}
          </Button>
        </div>
      )}
    </div>
  )
}
