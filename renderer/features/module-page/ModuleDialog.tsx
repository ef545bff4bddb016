import { Button, Group, Modal } from '@mantine/core'
import type { NavigationDialog } from '#shared/domain/navigation.ts'
import { leavesOf } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { useLabelOf } from '../../services/ui-labels-context.tsx'
import styles from './ModulePage.module.css'
import { MODULE_PAGE_TEXT as TEXT } from './text.ts'

const LEAVES = leavesOf(NAVIGATION)

interface Props {
  name: NavigationDialog
  opened: boolean
  onClose: () => void
}

/** The dialog of a menu item that this installation has no content for: it says which it is, plainly. */
export function ModuleDialog({ name, opened, onClose }: Props) {
  const labelOf = useLabelOf()
  const leaf = LEAVES.find(({ item }) => item.dialog === name)
  if (!leaf) return null
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={labelOf(leaf.item)}
      centered
      classNames={{ title: styles.dialogTitle }}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      <p className={styles.dialogText}>
        {[...leaf.within, leaf.item].map(labelOf).join(' / ')}. {TEXT.noDialogContent}
      </p>
      <Group justify="flex-end">
        <Button onClick={onClose}>{TEXT.close}</Button>
      </Group>
    </Modal>
  )
}
