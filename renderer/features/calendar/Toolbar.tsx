import './mantine-styles.ts'
import { ActionIcon, Button, Menu, NativeSelect, SegmentedControl } from '@mantine/core'
import {
  IconCalendarCheck,
  IconCalendarPlus,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconFileImport,
  IconLink,
  IconPhone,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react'
import type { CalendarSettings } from '#shared/domain/calendar-settings.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useExperimental } from '../../services/experimentals.ts'
import { useLiveIfAny } from '../../services/live.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import styles from './Calendar.module.css'
import { PICK_UP, QUICK_WORDS, CALENDAR_WORDS as WORDS } from './text.ts'
import type { Asking } from './use-asking.ts'
import { VIEWS, type View, viewTitle, weekOfView } from './when.ts'

interface ToolbarProps {
  readonly view: View
  readonly day: string
  readonly zone: string
  readonly settings: CalendarSettings
  readonly asking: Asking
  readonly setView: (view: View) => void
  readonly setZone: (zone: string) => void
  readonly page: (by: 1 | -1) => void
  readonly onToday: () => void
  readonly onAdd: () => void
}

/** Which days are shown and how, and what can be made. */
export function Toolbar(props: ToolbarProps) {
  const { view, day, zone, settings, asking, setZone, page, onToday, onAdd } = props
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const isSmall = useViewport() === 'mobile'
  const mayTake = useMayTake()
  const week = useExperimental('calendar.weekNumbers') ? weekOfView(view, day, settings.firstDay) : null
  return (
    <div className={styles.toolbar}>
      <div className={styles.pages}>
        <Button variant="default" size="sm" onClick={onToday}>
          {WORDS.today}
        </Button>
        <ActionIcon variant="default" size={36} aria-label={WORDS.earlier} onClick={() => page(-1)}>
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={WORDS.later} onClick={() => page(1)}>
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
        <h3 aria-live="polite">
          {viewTitle(view, day, settings.firstDay)}
          {week === null ? null : <span className={styles.weekNumber}>{WORDS.week(week)}</span>}
        </h3>
      </div>
      <div className={styles.tools}>
        {own === LONDON ? null : (
          <NativeSelect
            aria-label={WORDS.zone}
            value={zone}
            data={[
              { value: LONDON, label: WORDS.london },
              { value: own, label: WORDS.own },
            ]}
            onChange={({ currentTarget }) => setZone(currentTarget.value)}
          />
        )}
        <Views {...props} isSmall={isSmall} />
        {isSmall ? null : (
          <>
            {mayTake ? (
              <Button variant="default" onClick={() => asking.show({ what: 'pickUp' })}>
                {PICK_UP}
              </Button>
            ) : null}
            <Button variant="default" onClick={() => asking.show({ what: 'request' })}>
              {WORDS.ask}
            </Button>
          </>
        )}
        <Button onClick={onAdd} leftSection={<IconPlus size={17} aria-hidden="true" />}>
          {WORDS.add}
        </Button>
        <More asking={asking} isSmall={isSmall} />
      </div>
    </div>
  )
}

function Views({ view, setView, isSmall }: ToolbarProps & { readonly isSmall: boolean }) {
  const data = VIEWS.map((value) => ({ value, label: WORDS.views[value] }))
  if (!isSmall)
    return <SegmentedControl size="sm" aria-label={WORDS.view} value={view} data={data} onChange={setView} />
  return (
    <NativeSelect
      aria-label={WORDS.view}
      value={view}
      data={data}
      onChange={({ currentTarget }) => setView(VIEWS.find((one) => one === currentTarget.value) ?? 'week')}
    />
  )
}

/** Whether somebody can take hours that are offered (spec 4 §4.2.2). */
const useMayTake = () => useSession(({ permissions }) => permissions.can('ITRACKER_CAN_SEE_MY_SCHEDULE'))

/** What is seldom needed. */
function More({ asking, isSmall }: { asking: Asking; isSmall: boolean }) {
  const live = useLiveIfAny()
  const { dialogs } = useServices()
  const mayTake = useMayTake()
  const mayCall = useSession(({ permissions }) => permissions.can('CAN_MAKE_CALL'))
  const icon = { size: 17, 'aria-hidden': true } as const
  return (
    <LazyMenu
      position="bottom-end"
      shadow="md"
      target={
        <ActionIcon variant="default" size={36} aria-label={WORDS.more_}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      }
    >
      {isSmall ? (
        <Menu.Item
          leftSection={<IconCalendarPlus {...icon} />}
          onClick={() => asking.show({ what: 'request' })}
        >
          {WORDS.ask}
        </Menu.Item>
      ) : null}
      {isSmall && mayTake ? (
        <Menu.Item
          leftSection={<IconCalendarCheck {...icon} />}
          onClick={() => asking.show({ what: 'pickUp' })}
        >
          {PICK_UP}
        </Menu.Item>
      ) : null}
      {live && mayCall ? (
        <Menu.Item leftSection={<IconPhone {...icon} />} onClick={() => asking.show({ what: 'quick' })}>
          {QUICK_WORDS.button}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconFileImport {...icon} />} onClick={() => asking.show({ what: 'import' })}>
        {WORDS.import}
      </Menu.Item>
      <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => asking.show({ what: 'feed' })}>
        {WORDS.feed}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconSettings {...icon} />}
        onClick={() => dialogs.open('settings', { tab: 'calendar' })}
      >
        {WORDS.settings}
      </Menu.Item>
    </LazyMenu>
  )
}
