import { Modal } from '@mantine/core'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'
import { TWO_FACTOR_TEXT } from './text.ts'

/** Two-factor sign-in as a dialog, for the account menu. A click beside it doesn't lose what is in it. */
export function TwoFactorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TWO_FACTOR_TEXT.title}
      centered
      closeOnClickOutside={false}
    >
      <TwoFactorSettings />
    </Modal>
  )
}
