import { UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconSunHigh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ResourceHome, resourceHome } from '#shared/contract/resource-home.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { isGap } from '#shared/domain/forecast.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { mayVisit } from '#shared/domain/navigation.ts'
import { WAITING_AGES, type WaitingAge } from '#shared/domain/waiting-age.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { useUiLabelsState } from '../../services/page/ui-labels-context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ResourceHome.module.css'
import { TEXT } from './text.ts'

const KEY = ['resource-home'] as const
const MINUTE_MS = 60_000
const NEWS_MS = 1000
const DAY = dateFormat({ weekday: 'short', day: 'numeric', timeZone: LONDON })
const LONG = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const MOMENT = dateFormat({
  ...{ weekday: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const ROWS = 5
const dayText = (day: string) => LONG.format(momentOfField(day))

/** Opens pages so filtered; null for one that the person may not open. */
function useOpen() {
  const navigate = useNavigate()
  const { dialogs } = useServices()
  const permissions = useSession((session) => session.permissions)
  const routes = useUiLabelsState((state) => state.routes)
  return {
    page: (page: string, search = ''): (() => void) | null => {
      const route = routes.find(({ item }) => item.id === page)
      return route && mayVisit(permissions, route) ? () => void navigate(route.path + search) : null
    },
    requests: (age: WaitingAge): (() => void) | null =>
      permissions.can('IRESOURCE_CAN_SEE_BOOKINGS') ? () => dialogs.open('pending-requests', { age }) : null,
  }
}
type Open = ReturnType<typeof useOpen>

/** Reads it again when shifts, allocations or windows change, once a second at most. */
function useNews(): void {
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const { timers } = useServices()
  useEffect(() => {
    let waits: (() => void) | null = null
    const end = workingDayNews.onChange(() => {
      waits ??= timers.after(NEWS_MS, () => {
        waits = null
        void client.invalidateQueries({ queryKey: KEY })
      })
    })
    return () => {
      end()
      waits?.()
    }
  }, [client, timers, workingDayNews])
}

/** Resource › Home: the planner's morning (spec 4 §4.5.1). */
export function ResourceHomeScreen() {
  const { api } = useServices()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(resourceHome, {}, { quiet: true, signal }),
    refetchInterval: MINUTE_MS,
  })
  useNews()
  const { data } = query
  return (
    <section className={styles.page} aria-label={TEXT.title}>
      <h2>{TEXT.title}</h2>
      {query.error && !data ? (
        <LoadFailure
          icon={<IconSunHigh size={26} />}
          title={TEXT.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : data ? (
        <Cards home={data} />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={styles.cards}>
          {Array.from({ length: 6 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <Skeleton key={at} width="100%" height={160} />
          ))}
        </div>
      )}
    </section>
  )
}

function Cards({ home }: { readonly home: ResourceHome }) {
  const open = useOpen()
  const [today = ''] = home.days
  const { requests } = home
  const waiting = requests.today + requests.days + requests.older
  const isQuiet =
    waiting + home.shiftRequests === 0 &&
    [
      home.gaps,
      home.windows,
      home.campaigns,
      home.absences,
      home.leavers,
      home.warnings,
      home.adaptors,
    ].every((list) => list.length === 0)
  const onDay = (day: string, projectID?: number) =>
    open.page(
      'resource.power-resourcing.allocation',
      `?${new URLSearchParams({ day, ...(projectID !== undefined && { project: String(projectID) }) })}`,
    )
  const planner = (day: string, search = '') =>
    open.page(
      'resource.planner',
      `?${new URLSearchParams({ day, scale: 'day', ...(search !== '' && { search }) })}`,
    )
  return (
    <>
      {isQuiet ? <EmptyState icon={<IconSunHigh size={28} stroke={1.5} />} title={TEXT.empty} /> : null}
      <Coverage home={home} open={open} onDay={onDay} />
      <div className={styles.cards}>
        <Card
          title={TEXT.gaps}
          rows={home.gaps.map(({ projectID, project, day, missing }) => ({
            key: `${projectID} ${day}`,
            name: project,
            note: `${dayText(day)}, ${TEXT.gap(missing)}`,
            open: onDay(day, projectID),
          }))}
        />
        <Card
          title={TEXT.requests}
          total={waiting + home.shiftRequests}
          rows={[
            ...WAITING_AGES.filter((age) => requests[age] > 0).map((age) => ({
              ...{ key: age, name: TEXT.ages[age], note: String(requests[age]) },
              open: open.requests(age),
            })),
            ...(home.shiftRequests === 0
              ? []
              : [
                  {
                    ...{ key: 'shift', name: TEXT.shiftRequests(home.shiftRequests), note: '' },
                    open: open.page('resource.shifts.shift-requests'),
                  },
                ]),
          ]}
        />
        <Card
          title={TEXT.absences}
          rows={home.absences.map(({ userID, name, isNoShow }) => ({
            ...{ key: String(userID), name, note: isNoShow ? TEXT.noShow : TEXT.absent },
            open: planner(today, name),
          }))}
        />
        <Card
          title={TEXT.warnings}
          rows={home.warnings.map(({ userID, name, day, text }) => ({
            ...{ key: `${userID} ${day} ${text}`, name, note: `${dayText(day)}: ${text}` },
            open: planner(day, name),
          }))}
        />
        <Card
          title={TEXT.windows}
          rows={home.windows.map(({ id, name, closesAt }) => ({
            ...{ key: String(id), name, note: MOMENT.format(Date.parse(closesAt)) },
            open: open.page('resource.booking-windows', `?open=${id}`),
          }))}
        />
        <Card
          title={TEXT.campaigns}
          rows={home.campaigns.map(({ id, title, free }) => ({
            ...{ key: String(id), name: title, note: TEXT.free(free) },
            open: open.page('resource.marketplace-campaigns', `?open=${id}`),
          }))}
        />
        <Card
          title={TEXT.leavers}
          rows={home.leavers.map(({ userID, name, leaveDate, shifts }) => ({
            ...{ key: String(userID), name, note: TEXT.leaver(dayText(leaveDate), shifts) },
            open: open.page('resource.leavers', `?open=${userID}`),
          }))}
        />
        <Card
          title={TEXT.adaptors}
          rows={home.adaptors.map(({ id, name, error }) => ({
            ...{ key: String(id), name, note: error },
            open: open.page('admin.configuration.connection-adaptors'),
          }))}
        />
      </div>
    </>
  )
}

interface CoverageProps {
  readonly home: ResourceHome
  readonly open: Open
  readonly onDay: (day: string, projectID?: number) => (() => void) | null
}

/** Hours planned ÷ hours needed, by day and project; each opens its day in Allocation. */
function Coverage({ home, onDay }: CoverageProps) {
  return (
    <section className={styles.coverage} aria-label={TEXT.coverage}>
      <h3>
        {TEXT.coverage} <small>{TEXT.coverageHint}</small>
      </h3>
      {home.coverage.length === 0 ? (
        <p>{TEXT.noCoverage}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
        <div className={styles.scroll} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{TEXT.project}</th>
                {home.days.map((day, at) => (
                  <th key={day} scope="col">
                    {at === 0 ? TEXT.today : DAY.format(momentOfField(day))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {home.coverage.map(({ projectID, project, days }) => (
                <tr key={projectID}>
                  <th scope="row">{project}</th>
                  {home.days.map((day) => {
                    const one = days.find((each) => each.day === day)
                    if (!one) return <td key={day}>–</td>
                    const words = TEXT.cell(one.planned, one.needed)
                    const go = onDay(day, projectID)
                    const body = (
                      <>
                        <b>{TEXT.share(one.planned, one.needed)}</b>
                        <small>{words}</small>
                      </>
                    )
                    return (
                      <td key={day} data-gap={isGap(one.planned, one.needed) || undefined}>
                        {go ? (
                          <UnstyledButton onClick={go}>
                            <span className="visually-hidden">{TEXT.openDay(project, dayText(day))}</span>
                            {body}
                          </UnstyledButton>
                        ) : (
                          body
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface CardRow {
  readonly key: string
  readonly name: string
  readonly note: string
  readonly open: (() => void) | null
}

/** What waits; nothing of it, no card. */
function Card({
  title,
  rows,
  total = rows.length,
}: {
  readonly title: string
  readonly rows: readonly CardRow[]
  readonly total?: number
}): ReactNode {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  return (
    <section className={styles.card} aria-label={title}>
      <h3>
        {title} <small>{total}</small>
      </h3>
      <ul>
        {rows.slice(0, isWhole ? rows.length : ROWS).map(({ key, name, note, open }) => (
          <li key={key}>
            {open ? (
              <UnstyledButton onClick={open}>
                <span>{name}</span>
                <small>{note}</small>
                <IconChevronRight size={14} aria-hidden="true" />
              </UnstyledButton>
            ) : (
              <div>
                <span>{name}</span>
                <small>{note}</small>
              </div>
            )}
          </li>
        ))}
      </ul>
      {rows.length > ROWS ? (
        <UnstyledButton
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setWhole((whole) => !whole)}
        >
          {isWhole ? TEXT.fewer : TEXT.more(rows.length - ROWS)}
        </UnstyledButton>
      ) : null}
    </section>
  )
}
