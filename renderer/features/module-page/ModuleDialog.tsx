import { leavesOf } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import type { DialogName } from '../../services/notices/dialogs.ts'
import { useLabelOf } from '../../services/page/ui-labels-context.tsx'
import { NoContentDialog } from '../../ui/NoContentDialog.tsx'

const LEAVES = leavesOf(NAVIGATION)

interface Props {
  name: DialogName
  opened: boolean
  onClose: () => void
}

/** The dialog of a menu item that this installation has no content for: it says which it is, plainly. */
export function ModuleDialog({ name, opened, onClose }: Props) {
  const labelOf = useLabelOf()
  const leaf = LEAVES.find(({ item }) => item.dialog === name)
  if (!leaf) return null
  return <NoContentDialog title={labelOf(leaf.item)} opened={opened} onClose={onClose} />
}
