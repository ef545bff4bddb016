import { Modal } from '@mantine/core'
import { useCountdown } from '../../../ui/use-countdown.ts'
import styles from './PromptBody.module.css'
import { PROMPT_TEXT, PromptBody, type PromptProps } from './PromptBody.tsx'

/** A message to acknowledge, or a question. Its buttons wait for the countdown. */
export function PromptModal({ prompt, onAnswer }: PromptProps) {
  const left = useCountdown(prompt.countdown ?? 0)
  return (
    <Modal
      opened
      onClose={() => {
        if (left === 0) onAnswer(false)
      }}
      title={prompt.title === '' ? PROMPT_TEXT.message : prompt.title}
      centered
      size={440}
      withCloseButton={false}
      closeOnClickOutside={false}
      classNames={{ title: styles.title }}
    >
      <PromptBody prompt={prompt} onAnswer={onAnswer} left={left} />
    </Modal>
  )
}
