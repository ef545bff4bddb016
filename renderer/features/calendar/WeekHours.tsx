import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownHoliday } from '#shared/contract/booking.ts'
import { useServices, useSession } from '../../services/context.tsx'
import styles from './Calendar.module.css'
import { HolidayDialog } from './HolidayDialog.tsx'
import { HOURS_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'

interface WeekProps {
  readonly week: { readonly plannedHours: number; readonly contractedHours: number | null } | undefined
}

/** Hours of the week that is shown, and what is free of the year's holiday (spec 4 §4.2.2). */
export function WeekHours({ week }: WeekProps) {
  const { api } = useServices()
  const may = useSession(({ permissions }) => permissions.can('ITRACKER_CAN_REQUEST_HOLIDAY'))
  const [isOpen, setOpen] = useState(false)
  const holiday = useQuery({
    queryKey: [CALENDAR_KEY, 'holiday'],
    queryFn: ({ signal }) => api.call(ownHoliday, {}, { quiet: true, signal }),
    enabled: may,
  })
  const free = holiday.data?.free ?? null
  if (week === undefined && free === null) return null
  return (
    <div className={styles.weekHours}>
      {week === undefined ? null : (
        <span
          data-short={
            week.contractedHours !== null && week.plannedHours < week.contractedHours ? true : undefined
          }
        >
          {WORDS.week(week.plannedHours, week.contractedHours)}
        </span>
      )}
      {free === null || !holiday.data ? null : (
        <Button size="compact-sm" variant="subtle" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {WORDS.free(free)}
        </Button>
      )}
      {isOpen && holiday.data ? (
        <HolidayDialog holiday={holiday.data} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  )
}
