import './mantine-styles.ts'
import { Modal } from '@mantine/core'
import { RemoteDesktops } from './RemoteDesktops.tsx'
import { REMOTE_TEXT } from './text.ts'

/** The remote desktops as a dialog. A click beside it doesn't lose what is typed in its form. */
export function RemoteDesktopsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={REMOTE_TEXT.title}
      size={720}
      centered
      closeOnClickOutside={false}
    >
      <RemoteDesktops />
    </Modal>
  )
}
