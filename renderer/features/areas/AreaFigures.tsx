import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { areaFigures } from '#shared/contract/resource-home.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { mayVisit } from '#shared/domain/navigation.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useUiLabelsState } from '../../services/page/ui-labels-context.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import styles from './AreaFigures.module.css'
import { FIGURES } from './figures-text.ts'
import { useAreas } from './use-areas.ts'

const MINUTE_MS = 60_000
const DAY = dateFormat({ weekday: 'short', day: 'numeric', timeZone: LONDON })

/** Opens the planner on a day; null for who may not. */
function usePlanner(): ((day: string) => void) | null {
  const navigate = useNavigate()
  const permissions = useSession((session) => session.permissions)
  const route = useUiLabelsState((state) => state.routes).find(({ item }) => item.id === 'resource.planner')
  if (!route || !mayVisit(permissions, route)) return null
  return (day) => void navigate(`${route.path}?${new URLSearchParams({ day, scale: 'day', group: 'area' })}`)
}

/** Areas by who is planned in them, against their seats (spec 4 §4.5.15). */
export function AreaFigures() {
  const { api } = useServices()
  const { areas } = useAreas()
  const planner = usePlanner()
  const [day, setDay] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['area-figures', day],
    queryFn: ({ signal }) => api.call(areaFigures, day === null ? {} : { day }, { quiet: true, signal }),
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  })
  if (error && !data)
    return <LoadFailure title={FIGURES.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  const days = data?.areas[0]?.days ?? []
  const [first] = days
  if (!data || !areas || !first) return null
  const names = new Map(areas.map(({ id, name }) => [id, name]))
  const step = (by: number) => setDay(londonField(londonDayAfter(momentOfField(first.day), by)).slice(0, 10))
  return (
    <section className={styles.figures} aria-label={FIGURES.title}>
      <header>
        <h2>{FIGURES.title}</h2>
        <ActionIcon variant="default" aria-label={FIGURES.before} onClick={() => step(-7)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={FIGURES.after} onClick={() => step(7)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <small>{FIGURES.hint}</small>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      <div className={styles.scroll} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {[FIGURES.area, FIGURES.onShift, FIGURES.seats].map((word) => (
                <th key={word} scope="col">
                  {word}
                </th>
              ))}
              {days.map((one) => (
                <th key={one.day} scope="col">
                  {DAY.format(momentOfField(one.day))}
                </th>
              ))}
              <th scope="col">{FIGURES.hours}</th>
              <th scope="col">{FIGURES.split}</th>
            </tr>
          </thead>
          <tbody>
            {data.areas
              .filter(({ areaID }) => names.has(areaID))
              .toSorted((a, b) => (names.get(a.areaID) ?? '').localeCompare(names.get(b.areaID) ?? ''))
              .map(({ areaID, seats, onShift, hours, days: own }) => (
                <tr key={areaID}>
                  <th scope="row">{names.get(areaID)}</th>
                  <td>{onShift}</td>
                  <td>{seats ?? '–'}</td>
                  {own.map((one) => (
                    <td key={one.day} data-over={one.isOver || undefined}>
                      {one.isOver && planner ? (
                        <UnstyledButton
                          aria-label={FIGURES.openOver(
                            names.get(areaID) ?? '',
                            DAY.format(momentOfField(one.day)),
                            one.peak,
                            seats ?? 0,
                          )}
                          onClick={() => planner(one.day)}
                        >
                          <IconAlertTriangle size={13} aria-hidden="true" /> {one.peak}
                        </UnstyledButton>
                      ) : one.isOver ? (
                        FIGURES.over(one.peak)
                      ) : one.isClosed && one.peak === 0 ? (
                        FIGURES.closed
                      ) : (
                        one.peak
                      )}
                    </td>
                  ))}
                  <td>{FIGURES.hoursText(hours.office + hours.home)}</td>
                  <td>{FIGURES.shares(hours.office, hours.home)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
