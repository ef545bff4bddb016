import { Button, Menu } from '@mantine/core'
import { IconCalendarDue, IconCircleDashed, IconFlag, IconUserShare } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { TaskChange, TaskRow } from '#shared/contract/task-entities.ts'
import { TASK_PRIORITIES } from '#shared/domain/tasks.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { PersonSelect } from '../../../ui/PersonSelect.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { TEXT } from '../text.ts'
import { daysAhead, movedToDay } from './moves.ts'
import styles from './Planner.module.css'
import { usePlanner } from './planner-context.tsx'

interface BulkBarProps {
  readonly tasks: readonly TaskRow[]
  /** Null where all are selected. */
  readonly onAll: (() => void) | null
  readonly onClear: () => void
}

/** Changes all that is selected at once (spec 4 §1.5). */
export function BulkBar({ tasks, onAll, onClear }: BulkBarProps) {
  const { change, config, plans } = usePlanner()
  const now = useNow()
  const [giving, setGiving] = useState(false)
  const setAll = (setOf: (task: TaskRow) => TaskChange) => {
    void change(
      tasks.map((task) => ({ task, set: setOf(task) })),
      TEXT.changed(tasks.length),
    )
    onClear()
  }
  return (
    <section className={styles.bulk} aria-label={TEXT.selected(tasks.length)}>
      <strong role="status">{TEXT.selected(tasks.length)}</strong>
      <Choice label={TEXT.setStatus} icon={<IconCircleDashed size={16} aria-hidden="true" />}>
        {config.statuses.map(({ name }) => (
          <Menu.Item key={name} onClick={() => setAll(() => ({ status: name }))}>
            {name}
          </Menu.Item>
        ))}
      </Choice>
      <Choice label={TEXT.setPriority} icon={<IconFlag size={16} aria-hidden="true" />}>
        {TASK_PRIORITIES.map((priority) => (
          <Menu.Item key={priority} onClick={() => setAll(() => ({ priority }))}>
            {ticketLabel(priority)}
          </Menu.Item>
        ))}
      </Choice>
      <Choice label={TEXT.reschedule} icon={<IconCalendarDue size={16} aria-hidden="true" />}>
        {daysAhead(now).map(({ label, day }) => (
          <Menu.Item key={label} onClick={() => setAll((task) => movedToDay(task, day))}>
            {label}
          </Menu.Item>
        ))}
      </Choice>
      {plans ? (
        giving ? (
          <PersonSelect
            label={TEXT.giveTo}
            value={null}
            onChange={(person) => person && setAll(() => ({ userID: person.id }))}
          />
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconUserShare size={16} aria-hidden="true" />}
            onClick={() => setGiving(true)}
          >
            {TEXT.giveTo}
          </Button>
        )
      ) : null}
      {onAll ? (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          {TEXT.selectAll}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {TEXT.clearSelection}
      </Button>
    </section>
  )
}

function Choice({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Menu position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={icon}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
