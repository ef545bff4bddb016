import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { listPatterns, type ShiftPattern } from '#shared/contract/shift-patterns.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { meanHours } from '#shared/domain/shift-patterns.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PatternForm } from './PatternForm.tsx'
import styles from './ShiftPatterns.module.css'
import { TEXT } from './text.ts'

const KEY = ['shift-patterns']
const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

type Answer = ResponseOf<typeof listPatterns>

/** Resource › Shifts › Shift patterns (spec 4 §4.5.10). */
export function ShiftPatternsScreen() {
  const { api } = useServices()
  const client = useQueryClient()
  const mayEdit = useSession((session) => session.permissions).can('IRESOURCE_CAN_ASSIGN')
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listPatterns, {}, { quiet: true, signal }),
  })
  const [open, setOpen] = useState<number | 'new' | null>(null)
  const { data } = query
  const again = () => client.invalidateQueries({ queryKey: KEY })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={TEXT.title}>
      <header className={styles.head}>
        <h2>{TEXT.title}</h2>
        {mayEdit && data ? (
          <Button size="xs" onClick={() => setOpen('new')}>
            {TEXT.new}
          </Button>
        ) : null}
      </header>
      {query.error && !data ? (
        <LoadFailure
          icon={<IconCalendarRepeat size={26} />}
          title={TEXT.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : !data ? (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          {[92, 86, 95].map((width) => (
            <Skeleton key={width} width={`${width}%`} height={34} />
          ))}
        </div>
      ) : data.patterns.length === 0 ? (
        <EmptyState icon={<IconCalendarRepeat size={28} stroke={1.5} />} title={TEXT.none}>
          {mayEdit ? (
            <Button size="xs" onClick={() => setOpen('new')}>
              {TEXT.new}
            </Button>
          ) : null}
        </EmptyState>
      ) : (
        <Patterns data={data} onOpen={setOpen} />
      )}
      {open !== null && data ? (
        <PatternForm
          key={open}
          known={data}
          pattern={open === 'new' ? null : (data.patterns.find(({ id }) => id === open) ?? null)}
          mayEdit={mayEdit}
          onChanged={again}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </section>
  )
}

function Patterns({ data, onOpen }: { readonly data: Answer; readonly onOpen: (id: number) => void }) {
  const named = (list: Answer['areas'], id: number | null, none: string) =>
    list.find((one) => one.id === id)?.name ?? none
  const { columns } = TEXT
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {Object.entries(columns).map(([key, label]) => (
            <th key={key} scope="col" data-number={key === 'weeks' || key === 'hours' || undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.patterns.map((pattern: ShiftPattern) => (
          <tr key={pattern.id} data-retired={pattern.status === 'RETIRED' || undefined}>
            <th scope="row">
              <button type="button" onClick={() => onOpen(pattern.id)}>
                <i data-colour={pattern.colour} aria-hidden="true" />
                {pattern.name}
              </button>
            </th>
            <td data-label={columns.weeks} data-number>
              {pattern.weeks}
            </td>
            <td data-label={columns.hours} data-number>
              {TEXT.hours(meanHours(pattern))}
            </td>
            <td data-label={columns.people}>{TEXT.people(pattern.people.length)}</td>
            <td data-label={columns.area}>{named(data.areas, pattern.areaID, TEXT.theirs)}</td>
            <td data-label={columns.contract}>
              {named(data.contractTypes, pattern.contractTypeID, TEXT.any)}
            </td>
            <td data-label={columns.from}>{DAY.format(Date.parse(pattern.validFrom))}</td>
            <td data-label={columns.status}>{TEXT.statuses[pattern.status]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
