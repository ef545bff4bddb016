import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Checkbox, Modal, Switch, UnstyledButton } from '@mantine/core'
import { IconBellOff, IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { NotificationRow } from '#shared/contract/notifications.ts'
import { NOTIFICATION_TEXT } from '#shared/domain/notifications.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/domain/tickets.ts'
import { useServices } from '../../services/context.tsx'
import { NOTIFICATION_TEXT as PERMISSION_TEXT } from '../../services/notices/browser-notifications.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Pager } from '../../ui/grid/Pager.tsx'
import { NotificationRows } from './NotificationRows.tsx'
import styles from './Notifications.module.css'
import { NOTIFICATIONS_TEXT as TEXT } from './text.ts'
import { useMarkAsRead, useNotifications, type Wanted } from './use-notifications.ts'

const FIRST: Wanted = { searchTerm: '', show: 'All', page: 1, pageSize: DEFAULT_PAGE_SIZE }
const SHOWN: readonly Wanted['show'][] = ['All', 'Unread', 'Read']

/** All that the person was told: found, read, and marked as read (spec 3 §4, §5). */
export function NotificationsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TEXT.title}
      size={820}
      closeButtonProps={{ 'aria-label': TEXT.close }}
      classNames={{ body: styles.body, content: styles.content }}
    >
      <NotificationList />
    </Modal>
  )
}

function NotificationList() {
  const { notices } = useServices()
  const [wanted, setWanted] = useState(FIRST)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const query = useNotifications(wanted)
  const mark = useMarkAsRead()
  const want = (change: Partial<Wanted>) => {
    setWanted((before) => ({ ...before, page: 1, ...change }))
    setSelected(new Set())
  }
  const rows = query.data?.notifications ?? []
  const markSelected = async () => {
    if (selected.size === 0) notices.show('warning', NOTIFICATION_TEXT.selectOne)
    else if (await mark([...selected])) setSelected(new Set())
  }
  return (
    <>
      <Tools wanted={wanted} onWant={want} />
      <div className={styles.bar}>
        <SelectAll rows={rows} selected={selected} onChange={setSelected} />
        <span className={styles.count} role="status">
          {selected.size > 0
            ? TEXT.selected(selected.size)
            : query.data
              ? TEXT.unread(query.data.unread)
              : ''}
        </span>
        <Button
          size="xs"
          variant="light"
          leftSection={<IconChecks size={16} aria-hidden="true" />}
          onClick={() => void markSelected()}
        >
          {TEXT.markAsRead}
        </Button>
      </div>
      {query.isError ? (
        <LoadFailure
          title={TEXT.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data && rows.length === 0 ? (
        <EmptyState
          icon={<IconBellOff size={28} stroke={1.5} />}
          title={wanted.searchTerm === '' && wanted.show === 'All' ? TEXT.none : TEXT.noneFound}
        />
      ) : (
        <NotificationRows rows={query.data ? rows : null} selected={selected} onSelect={setSelected} />
      )}
      <div className={styles.foot}>
        <Pager
          label={TEXT.pages}
          total={query.data?.total ?? 0}
          page={wanted.page}
          pageSize={wanted.pageSize}
          onPage={(page) => want({ page })}
          onPageSize={(pageSize) => want({ pageSize })}
        />
        <SystemSwitch />
      </div>
    </>
  )
}

function Tools({ wanted, onWant }: { wanted: Wanted; onWant: (change: Partial<Wanted>) => void }) {
  return (
    <div className={styles.tools}>
      <FilterBox
        className={styles.search ?? ''}
        label={TEXT.search}
        onTerm={(searchTerm) => onWant({ searchTerm })}
      />
      <fieldset className={styles.filters} aria-label={TEXT.show}>
        {SHOWN.map((show) => (
          <UnstyledButton
            key={show}
            className={styles.filter}
            aria-pressed={show === wanted.show}
            onClick={() => onWant({ show })}
          >
            {TEXT.filters[show]}
          </UnstyledButton>
        ))}
      </fieldset>
    </div>
  )
}

interface SelectAllProps {
  readonly rows: readonly NotificationRow[]
  readonly selected: ReadonlySet<number>
  readonly onChange: (selected: ReadonlySet<number>) => void
}

function SelectAll({ rows, selected, onChange }: SelectAllProps) {
  const all = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  return (
    <Checkbox
      label={TEXT.selectAll}
      size="sm"
      checked={all}
      indeterminate={selected.size > 0 && !all}
      disabled={rows.length === 0}
      onChange={() => onChange(new Set(all ? [] : rows.map(({ id }) => id)))}
    />
  )
}

/** Turns the system's notifications on and off (spec 3 §8). */
function SystemSwitch() {
  const { notifications } = useServices()
  const isOn = useStore(notifications.store)
  return (
    <Switch
      size="xs"
      label={TEXT.system}
      checked={isOn}
      onChange={(event) => void notifications.set(event.currentTarget.checked, PERMISSION_TEXT.deniedShort)}
    />
  )
}
