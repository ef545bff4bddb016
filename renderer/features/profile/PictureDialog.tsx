import { Modal } from '@mantine/core'
import { PictureForm } from './PictureForm.tsx'
import { PICTURE_DIALOG_TEXT } from './text.ts'

/** Where a person changes their picture (spec 1 §2.8). Closing it gives up an upload under way. */
export function PictureDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={PICTURE_DIALOG_TEXT.title}
      centered
      closeOnClickOutside={false}
    >
      <PictureForm onDone={onClose} />
    </Modal>
  )
}
