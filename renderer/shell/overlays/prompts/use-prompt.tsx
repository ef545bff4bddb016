import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { availableIn } from '#shared/domain/overlays.ts'
import type { Prompt } from '../../../services/notices/prompts.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { useCountdown } from '../../../ui/use-countdown.ts'
import styles from './use-prompt.module.css'

const PROMPT_TEXT = { yes: 'Yes', no: 'No', ok: 'OK', message: 'Message' } as const

export interface PromptProps {
  readonly prompt: Prompt
  readonly onAnswer: (yes: boolean) => void
}

interface ShownPrompt {
  readonly title: string
  /** Its text and its buttons, which wait for the countdown. */
  readonly body: ReactNode
  /** Escape: a no, once the countdown is over. */
  readonly close: () => void
}

/** A prompt, for whichever dialog it shows in. */
export function usePrompt({ prompt, onAnswer }: PromptProps): ShownPrompt {
  const { kind, title, text, countdown = 0, yes, no = PROMPT_TEXT.no, href } = prompt
  const left = useCountdown(countdown)
  const waiting = left > 0
  const label = (words: string) => (waiting ? availableIn(left) : words)
  const affirm = label(yes ?? (kind === 'yes-no' ? PROMPT_TEXT.yes : PROMPT_TEXT.ok))
  const body = (
    <>
      <p className={styles.text}>{text}</p>
      <FormActions>
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
      </FormActions>
    </>
  )
  return {
    title: title === '' ? PROMPT_TEXT.message : title,
    body,
    close() {
      if (!waiting) onAnswer(false)
    },
  }
}
