import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type MyDay, sawOverride, whoLooked } from '#shared/contract/my-day.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { LazyCorrectionForm } from '../correction/index.ts'
import styles from './TrackerHome.module.css'
import { NAMES, OVERRIDE_TEXT as TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const MOMENT = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const timeOf = (iso: string) => TIME.format(Date.parse(iso))

/** Who set one's activity, when and why, until one of its buttons is pressed (spec 4 §4.2.1). */
export function OverrideBanner({ day }: { readonly day: MyDay }) {
  const { override } = day
  const activity = day.sessions.find(({ id }) => id === override?.sessionID)?.activity
  return override && activity ? <SetByOther override={override} activity={activity} day={day.date} /> : null
}

interface SetByOtherProps {
  readonly override: NonNullable<MyDay['override']>
  readonly activity: ActivityName
  /** London's, YYYY-MM-DD. */
  readonly day: string
}

function SetByOther({ override, activity, day }: SetByOtherProps) {
  const { api, now, notices } = useServices()
  const client = useQueryClient()
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const [problem, setProblem] = useState<string | null>(null)
  const [wrong, setWrong] = useState<{ from: string; to: string } | null>(null)
  const mayCorrect = useSession(({ permissions }) => permissions.can('ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'))
  const { sessionID, byID, by, reason, until } = override
  const seen = async () => {
    setProblem(null)
    try {
      await api.call(sawOverride, { sessionID }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['my-day'] })
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  const message = async () => {
    await seen()
    await conversations.open(byID, pathname)
  }
  return (
    <div className={styles.override}>
      <p role="alert">
        {TEXT.said(by, NAMES[activity], timeOf(override.at), reason)}
        {until === null ? '' : ` ${TEXT.held(timeOf(until))}`}
      </p>
      {override.isSeen || wrong ? null : (
        <div className={styles.overrideActions}>
          <Button size="xs" onClick={() => void seen()}>
            {TEXT.ok}
          </Button>
          <Button size="xs" variant="default" onClick={() => void message()}>
            {TEXT.message(by)}
          </Button>
          {mayCorrect ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => setWrong({ from: override.at, to: new Date(now()).toISOString() })}
            >
              {TEXT.wrong}
            </Button>
          ) : null}
        </div>
      )}
      {wrong ? (
        <LazyCorrectionForm
          date={day}
          time={wrong}
          onCancel={() => setWrong(null)}
          onDone={() => {
            setWrong(null)
            notices.show('success', TEXT.asked)
            void seen()
          }}
        />
      ) : null}
      {problem === null ? null : <Problem>{problem}</Problem>}
    </div>
  )
}

const PAGES: Readonly<Record<string, string>> = {
  'supervisor.live-panel': 'Live panel',
  'admin.active-users': 'Active users',
  'supervisor.quality': 'Quality',
  'support.home': 'Support home',
}

/** Who opened what is about the person, as it happens (spec 4 §4.2.1). */
export function WhoLooked() {
  const { api } = useServices()
  const client = useQueryClient()
  const { workingDayNews } = useLive()
  const { data } = useQuery({
    queryKey: ['who-looked'],
    queryFn: ({ signal }) => api.call(whoLooked, {}, { quiet: true, signal }),
  })
  useEffect(
    () => workingDayNews.onChange(() => void client.invalidateQueries({ queryKey: ['who-looked'] })),
    [client, workingDayNews],
  )
  if (!data) return null
  return (
    <section className={styles.looked} aria-label={TEXT.looked}>
      <h3>{TEXT.looked}</h3>
      {data.views.length === 0 ? <p>{TEXT.nobody}</p> : null}
      <ul>
        {data.views.map(({ by, page, at, listenedFrom }) => (
          <li key={`${by} ${page} ${at} ${listenedFrom ?? ''}`}>
            {listenedFrom === null
              ? TEXT.view(by, PAGES[page] ?? page, MOMENT.format(Date.parse(at)))
              : TEXT.listened(by, MOMENT.format(Date.parse(listenedFrom)), TIME.format(Date.parse(at)))}
          </li>
        ))}
      </ul>
    </section>
  )
}
