import { Menu } from '@mantine/core'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { usePerson } from './LiveGrid.tsx'
import styles from './LivePanel.module.css'
import type { LivePeople } from './live-people.ts'
import { type PanelFormName, usePanelActions } from './panel-actions.ts'
import { PANEL_TEXT as TEXT } from './text.ts'

/** Whose menu is open, and where: in pixels of the window. */
export interface RowMenuAt {
  readonly id: number
  readonly x: number
  readonly y: number
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
  useFocusBack()
  return (
    <Menu
      opened
      onChange={(opened) => opened || onClose()}
      position="bottom-start"
      offset={2}
      shadow="md"
      withinPortal
      trapFocus
      returnFocus={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={TEXT.menu(name)}
          className={styles.menuAt}
          style={{ left: at.x, top: at.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen(at.id, null)}>{TEXT.open}</Menu.Item>
        <Menu.Divider />
        {actions.map(({ key, label, run }) => (
          <Menu.Item key={key} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
