import { Button, Modal } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useServices } from '../../services/context.tsx'
import { openPopOut, WINDOW_BLOCKED } from '../../services/page/pop-outs.ts'
import { Documents } from './Documents.tsx'
import { DOCUMENTS_TEXT } from './text.ts'

/** The documents over the screen (spec 1 §2.7). */
export function DocumentsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { notices } = useServices()
  const popOut = () => {
    if (openPopOut(window, 'my-documents')) onClose()
    else notices.show('warning', WINDOW_BLOCKED)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={DOCUMENTS_TEXT.title} size={820} centered>
      <Documents />
      <Button
        mt="sm"
        size="compact-sm"
        variant="subtle"
        leftSection={<IconExternalLink size={15} />}
        onClick={popOut}
      >
        {DOCUMENTS_TEXT.windowHint}
      </Button>
    </Modal>
  )
}
