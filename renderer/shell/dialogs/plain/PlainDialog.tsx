import { Button, Modal } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import type { DialogName } from '../../../services/dialogs.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { DialogProps } from '../registry.ts'
import styles from './PlainDialog.module.css'

const TEXT = {
  nothing: (title: string) => `This installation has no content for ${title}.`,
  close: 'Close',
} as const

/** Dialogs whose content no document describes (spec 1 §2.8), by what they are called. */
const TITLES: { readonly [N in DialogName]?: string } = {
  coaching: 'Coaching',
  quests: 'Quests',
  'send-message': 'Send message',
  'activity-planner': 'Activity planner',
  settings: 'Settings',
  'job-order': 'Job order',
  project: 'Project',
  polls: 'Polls',
  faq: 'FAQ',
  'paste-image': 'Paste image',
  'qc-logs': 'QC logs',
}

/** A dialog which says that there is nothing in it. */
export function PlainDialog({ name, opened, onClose }: DialogProps) {
  const title = TITLES[name] ?? name
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size={420}
      classNames={{ title: styles.title }}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      <EmptyState icon={<IconPackageOff size={28} stroke={1.5} />} title={TEXT.nothing(title)}>
        <Button variant="default" size="xs" onClick={onClose}>
          {TEXT.close}
        </Button>
      </EmptyState>
    </Modal>
  )
}
