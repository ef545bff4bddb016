import { Button, Menu } from '@mantine/core'
import { IconCheck, IconLayoutList } from '@tabler/icons-react'
import { canGroupBy } from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import { TEXT } from './text.ts'

interface GroupByProps {
  readonly columns: Readonly<Record<string, Column | undefined>>
  readonly group: string | undefined
  /** Given '' for none. */
  readonly onGroup: (group: string) => void
}

/** By which column the rows are grouped (spec 4 §1.2); nothing where none makes groups. */
export function GroupBy({ columns, group, onGroup }: GroupByProps) {
  const choices = Object.entries(columns).flatMap(([field, column]) =>
    column && canGroupBy(column) ? [[field, column.label] as const] : [],
  )
  if (choices.length === 0) return null
  const label = choices.find(([field]) => field === group)?.[1]
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconLayoutList size={16} stroke={1.7} aria-hidden="true" />}
        >
          {label === undefined ? TEXT.groupBy : TEXT.groupedBy(label)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        {[['', TEXT.noGroups] as const, ...choices].map(([field, name]) => (
          <Menu.Item
            key={field}
            leftSection={<Check isOn={field === (group ?? '')} />}
            onClick={() => onGroup(field)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Marks what is chosen in a menu. */
export function Check({ isOn }: { readonly isOn: boolean }) {
  return <IconCheck size={15} aria-hidden="true" visibility={isOn ? undefined : 'hidden'} />
}
