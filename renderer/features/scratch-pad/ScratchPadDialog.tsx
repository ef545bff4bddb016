import { Button, Modal } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useServices } from '../../services/context.tsx'
import { openPopOut, WINDOW_BLOCKED } from '../../services/page/pop-outs.ts'
import styles from './ScratchPad.module.css'
import { ScratchPad } from './ScratchPad.tsx'
import { SCRATCH_PAD_TEXT } from './text.ts'

/** The scratch pad over the screen; it also opens in a window of its own (spec 1 §2.2). */
export function ScratchPadDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { notices } = useServices()
  const popOut = () => {
    if (openPopOut(window, 'scratch-pad')) onClose()
    else notices.show('warning', WINDOW_BLOCKED)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={SCRATCH_PAD_TEXT.title} size={720} centered>
      <div className={styles.dialog}>
        <ScratchPad />
        <Button
          className={styles.popOut ?? ''}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconExternalLink size={15} />}
          onClick={popOut}
        >
          {SCRATCH_PAD_TEXT.popOut}
        </Button>
      </div>
    </Modal>
  )
}
