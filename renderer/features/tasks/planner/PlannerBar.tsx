import { Checkbox, NativeSelect } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { TASK_PRIORITIES } from '#shared/domain/tasks.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { TASK_KEYS } from '../../../services/page/task-keys.ts'
import { FilterBox } from '../../../ui/grid/FilterBox.tsx'
import { LazyPopover } from '../../../ui/LazyPopover.tsx'
import { TEXT } from '../text.ts'
import styles from './Planner.module.css'
import { usePlanner } from './planner-context.tsx'
import { GROUPS, type Group, type PlannerView } from './use-planner-address.ts'

const GROUP_LABELS: Readonly<Record<Group, string>> = {
  none: 'No groups',
  due: 'By due date',
  project: 'By project',
  status: 'By status',
  priority: 'By priority',
  person: 'By person',
}

interface PlannerBarProps {
  readonly view: PlannerView
  readonly change: (next: Partial<PlannerView>) => void
}

/** Chooses which tasks show, and how. */
export function PlannerBar({ view, change }: PlannerBarProps) {
  const { config } = usePlanner()
  const isList = view.tab !== 'week' && view.tab !== 'board'
  return (
    <search className={styles.bar} aria-label={TEXT.filters}>
      <FilterBox
        key={view.search === '' ? 'empty' : 'typed'}
        className={styles.search ?? ''}
        label={TEXT.search}
        initial={view.search}
        onTerm={(search) => change({ search })}
      />
      {view.tab === 'board' ? null : (
        <NativeSelect
          aria-label={TEXT.status}
          value={view.status}
          data={[
            { value: '', label: TEXT.anyStatus },
            ...config.statuses.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        aria-label={TEXT.priority}
        value={view.priority}
        data={[
          { value: '', label: TEXT.anyPriority },
          ...TASK_PRIORITIES.map((value) => ({ value, label: ticketLabel(value) })),
        ]}
        onChange={(event) => change({ priority: event.currentTarget.value })}
      />
      {isList ? (
        <NativeSelect
          aria-label={TEXT.groupBy}
          value={view.group}
          data={GROUPS.map((value) => ({ value, label: GROUP_LABELS[value] }))}
          onChange={(event) =>
            change({ group: GROUPS.find((one) => one === event.currentTarget.value) ?? 'due' })
          }
        />
      ) : null}
      {isList ? <SortBy view={view} change={change} /> : null}
      {isList && view.tab !== 'day' ? (
        <Checkbox
          label={TEXT.finished}
          checked={view.finished}
          onChange={(event) => change({ finished: event.currentTarget.checked })}
        />
      ) : null}
      <Keys />
    </search>
  )
}

const SORTS = {
  'dueDate asc': 'Due first',
  'eventStart asc': 'Starting first',
  'priority desc': 'Urgent first',
  'subject asc': 'By name',
  'requiredHours desc': 'Longest first',
  'completionTime desc': 'Finished last',
} as const satisfies Readonly<Record<string, string>>

/** The order of a list, which the server makes. */
function SortBy({ view, change }: PlannerBarProps) {
  return (
    <NativeSelect
      aria-label={TEXT.sortBy}
      value={`${view.sort} ${view.order}`}
      data={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
      onChange={(event) => {
        const [sort, order] = event.currentTarget.value.split(' ')
        change({ sort: sort as PlannerView['sort'], order: order === 'desc' ? 'desc' : 'asc' })
      }}
    />
  )
}

function Keys() {
  const [opened, setOpened] = useState(false)
  return (
    <LazyPopover
      label={TEXT.keys}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={340}
      target={
        <button
          type="button"
          className={`${styles.more} ${styles.keysButton}`}
          aria-label={TEXT.keys}
          onClick={() => setOpened(!opened)}
        >
          <IconKeyboard size={19} aria-hidden="true" />
        </button>
      }
    >
      <dl className={styles.keys}>
        {TASK_KEYS.map(({ id, shown, does }) => (
          <div key={id}>
            <dt>
              {shown.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </LazyPopover>
  )
}
