import { Button, Modal } from '@mantine/core'
import { SERIES_SCOPES, type SeriesScope } from '#shared/domain/calendar.ts'
import styles from './Calendar.module.css'
import { CALENDAR_WORDS, CARD_WORDS as WORDS } from './text.ts'

interface ScopeProps {
  readonly onChoose: (scope: SeriesScope) => void
  readonly onClose: () => void
}

/** Which of a series is meant. */
export function ScopeQuestion({ onChoose, onClose }: ScopeProps) {
  return (
    <Modal opened onClose={onClose} title={WORDS.scope} size={380} centered>
      <p>{WORDS.scopeAsk}</p>
      <div className={styles.choices}>
        {SERIES_SCOPES.map((scope) => (
          <Button
            key={scope}
            variant={scope === 'THIS' ? 'filled' : 'default'}
            data-autofocus={scope === 'THIS' || undefined}
            onClick={() => onChoose(scope)}
          >
            {WORDS.scopes[scope]}
          </Button>
        ))}
        <Button variant="subtle" onClick={onClose}>
          {CALENDAR_WORDS.cancel}
        </Button>
      </div>
    </Modal>
  )
}
