import { Button, Modal } from '@mantine/core'
import { availableIn } from '#shared/domain/overlays.ts'
import type { Prompt } from '../../../services/prompts.ts'
import { useCountdown } from '../../../ui/use-countdown.ts'
import styles from './PromptModal.module.css'

export const PROMPT_TEXT = { yes: 'Yes', no: 'No', ok: 'OK', message: 'Message' } as const

/** A message to acknowledge, or a question. Its buttons wait for the countdown. */
export function PromptModal({ prompt, onAnswer }: { prompt: Prompt; onAnswer: (yes: boolean) => void }) {
  const { kind, title, text, countdown = 0, yes, no = PROMPT_TEXT.no, href } = prompt
  const left = useCountdown(countdown)
  const waiting = left > 0
  const label = (words: string) => (waiting ? availableIn(left) : words)
  const affirm = label(yes ?? (kind === 'yes-no' ? PROMPT_TEXT.yes : PROMPT_TEXT.ok))
  return (
    <Modal
      opened
      onClose={() => {
        if (!waiting) onAnswer(false)
      }}
      title={title === '' ? PROMPT_TEXT.message : title}
      centered
      size={440}
      withCloseButton={false}
      closeOnClickOutside={false}
      classNames={{ title: styles.title }}
    >
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        {kind === 'yes-no' ? (
          <Button variant="default" disabled={waiting} onClick={() => onAnswer(false)}>
            {label(no)}
          </Button>
        ) : null}
        {href === undefined ? (
          <Button data-autofocus disabled={waiting} onClick={() => onAnswer(true)}>
            {affirm}
          </Button>
        ) : (
          <Button component="a" href={href} data-autofocus onClick={() => onAnswer(true)}>
            {affirm}
          </Button>
        )}
      </div>
    </Modal>
  )
}
