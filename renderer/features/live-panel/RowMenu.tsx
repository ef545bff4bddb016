import { Menu } from '@mantine/core'
import { type MenuPlace, RowMenuFrame } from '../../ui/RowMenuFrame.tsx'
import { usePerson } from './LiveGrid.tsx'
import type { LivePeople } from './live-people.ts'
import { type PanelFormName, usePanelActions } from './panel-actions.ts'
import { PANEL_TEXT as TEXT } from './text.ts'

/** Whose menu is open, and where. */
export interface RowMenuAt extends MenuPlace {
  readonly id: number
}

interface RowMenuProps {
  readonly people: LivePeople
  readonly at: RowMenuAt
  readonly onOpen: (id: number, form: PanelFormName | null) => void
  readonly onClose: () => void
}

/** What can be done about the person of a row, without opening them first (spec 4 §1.9, §4.4.1). */
export function RowMenu({ people, at, onOpen, onClose }: RowMenuProps) {
  const person = usePerson(people, at.id)
  const name = person?.stats.userName ?? ''
  const actions = usePanelActions({ id: at.id, name, person }, (form) => onOpen(at.id, form))
  return (
    <RowMenuFrame label={TEXT.menu(name)} at={at} onClose={onClose}>
      <Menu.Item onClick={() => onOpen(at.id, null)}>{TEXT.open}</Menu.Item>
      <Menu.Divider />
      {actions.map(({ key, label, run }) => (
        <Menu.Item key={key} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </RowMenuFrame>
  )
}
