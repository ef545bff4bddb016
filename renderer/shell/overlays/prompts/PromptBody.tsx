import { Button } from '@mantine/core'
import { availableIn } from '#shared/domain/overlays.ts'
import type { Prompt } from '../../../services/prompts.ts'
import styles from './PromptBody.module.css'

export const PROMPT_TEXT = { yes: 'Yes', no: 'No', ok: 'OK', message: 'Message' } as const

export interface PromptProps {
  readonly prompt: Prompt
  readonly onAnswer: (yes: boolean) => void
}

/** @param left seconds until the buttons can be pressed */
export function PromptBody({ prompt, onAnswer, left }: PromptProps & { readonly left: number }) {
  const { kind, text, yes, no = PROMPT_TEXT.no, href } = prompt
  const waiting = left > 0
  const label = (words: string) => (waiting ? availableIn(left) : words)
  const affirm = label(yes ?? (kind === 'yes-no' ? PROMPT_TEXT.yes : PROMPT_TEXT.ok))
  return (
    <>
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
    </>
  )
}
