import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Calendar.module.css'
import { CALENDAR_WORDS as WORDS } from './text.ts'
import type { Changes } from './use-changes.ts'
import { useDecidedWords } from './use-sent.ts'

/** What was done last, said and shown, with the way back. */
export function LastChange({ changes }: { changes: Changes }) {
  const { said, problem } = changes
  const decided = useDecidedWords(said?.sent ?? null)
  return (
    <>
      <Problem>{problem}</Problem>
      <div className={styles.said} data-shown={said !== null}>
        <span role="status">{decided ?? said?.words}</span>
        {said && changes.mayUndo ? (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
            onClick={() => void changes.undo()}
          >
            {WORDS.undo}
          </Button>
        ) : null}
      </div>
    </>
  )
}
