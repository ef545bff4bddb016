import { Modal } from '@mantine/core'
import { type PromptProps, usePrompt } from './use-prompt.tsx'

/** A message to acknowledge, or a question. Its buttons wait for the countdown. */
export function PromptModal(props: PromptProps) {
  const { title, body, close } = usePrompt(props)
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      size={440}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      {body}
    </Modal>
  )
}
