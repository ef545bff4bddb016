import { Modal } from '@mantine/core'
import { ProjectSwitch } from './ProjectSwitch.tsx'
import { ToolButtons } from './ToolButtons.tsx'
import { TOOL_TEXT } from './text.ts'

/** The tools that the person may launch, as a dialog; it closes when one is launched. */
export function ToolsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TOOL_TEXT.tools}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ToolButtons onLaunch={onClose} />
      <ProjectSwitch />
    </Modal>
  )
}
