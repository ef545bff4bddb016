import { Menu } from '@mantine/core'
import type { ListedRow } from '#shared/records/record.ts'
import { type MenuPlace, RowMenuFrame } from '../../ui/RowMenuFrame.tsx'
import type { BulkAction, RecordsKind } from './kind.ts'
import { TEXT } from './text.ts'
import type { Selection } from './use-selection.ts'

/** Which row's menu is open, and where. */
export interface RowMenuAt extends MenuPlace {
  readonly id: number
}

interface RowMenuProps {
  readonly kind: RecordsKind
  readonly row: ListedRow
  readonly at: RowMenuAt
  readonly selection: Selection
  readonly onOpen: () => void
  readonly onAct: (action: BulkAction) => void
  readonly onClose: () => void
}

/** What can be done with the record of a row, without opening it first (spec 4 §1.9). */
export function RowMenu({ kind, row, at, selection, onOpen, onAct, onClose }: RowMenuProps) {
  const name = kind.nameOf(row)
  const actions = kind.bulk.filter(({ isFor }) => isFor(row))
  return (
    <RowMenuFrame label={TEXT.rowMenu(name)} at={at} onClose={onClose}>
      <Menu.Item onClick={onOpen}>{TEXT.open(name)}</Menu.Item>
      <Menu.Item onClick={() => selection.toggle(row, false)}>
        {selection.chosen.has(row.id) ? TEXT.deselectRow(name) : TEXT.selectRow(name)}
      </Menu.Item>
      {actions.length > 0 ? <Menu.Divider /> : null}
      {actions.map((action) => (
        <Menu.Item key={action.label} onClick={() => onAct(action)}>
          {action.label}
        </Menu.Item>
      ))}
    </RowMenuFrame>
  )
}
