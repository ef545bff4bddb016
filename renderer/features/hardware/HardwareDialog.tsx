import './mantine-styles.ts'
import { Modal } from '@mantine/core'
import styles from './Hardware.module.css'
import { HardwareScreen } from './HardwareScreen.tsx'
import { HARDWARE_TEXT } from './text.ts'

/** Hardware testing as a dialog. Closing it turns microphone and camera off and ends the tests. */
export function HardwareDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={HARDWARE_TEXT.title}
      size={940}
      centered
      closeOnClickOutside={false}
      classNames={{ body: styles.dialog }}
    >
      <HardwareScreen />
    </Modal>
  )
}
