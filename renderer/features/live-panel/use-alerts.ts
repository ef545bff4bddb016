import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type AlertSeen, liveAlerts, saveLiveAlerts, seeLiveAlert } from '#shared/contract/live-alerts.ts'
import { ALERT_SOUND_MS, type AlertRule } from '#shared/domain/live-alerts.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { type AlertMemory, type LiveAlert, standingAlerts } from './alerts.ts'
import { type Arrangement, peopleOf } from './arrange.ts'
import { timeOf } from './columns.ts'
import type { LivePeople } from './live-people.ts'
import { ALERT_TEXT } from './text.ts'

const KEY = ['live-alerts'] as const
/** Time alone makes alerts: so often it is looked, in milliseconds. */
const LOOK_MS = 1000
/** So many are read out by name; of more the number. */
const READ_MAX = 5
const NONE: readonly AlertRule[] = []

export interface AlertsNow {
  readonly alerts: readonly LiveAlert[]
  /** When the viewer saw it, in milliseconds since 1970; null where they didn't. */
  readonly seenAt: (alert: LiveAlert) => number | null
  readonly rules: readonly AlertRule[]
  /** What is read out: those that began just now. */
  readonly said: string
  readonly see: (alert: LiveAlert, note: string) => Promise<void>
  readonly save: (rules: readonly AlertRule[]) => Promise<void>
}

function quiet(seen: readonly AlertSeen[], { userID, rule, since, isOlder }: LiveAlert): number | null {
  const own = seen.findLast((one) => one.userID === userID && one.rule === rule.id)
  const at = own ? Date.parse(own.at) : null
  return at !== null && (isOlder || at >= since) ? at : null
}

/** The viewer's alerts about those who show, with one sound an alert, and at most one in 10 seconds (spec 4 §4.4.1). */
export function useAlerts(
  people: LivePeople,
  how: Pick<Arrangement, 'scope' | 'viewer' | 'withOff'>,
): AlertsNow {
  const { api, now, timers } = useServices()
  const { livePanel } = useSignedIn()
  const { sounds } = useLive()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(liveAlerts, {}, { quiet: true, signal }),
  })
  const rules = data?.rules ?? NONE
  const seen = useMemo(() => data?.alerts ?? [], [data])
  const [alerts, setAlerts] = useState<readonly LiveAlert[]>([])
  const [said, setSaid] = useState('')
  const kept = useRef<{ memory: AlertMemory; isFirst: boolean }>({ memory: new Map(), isFirst: true })
  const told = useRef(new Map<string, number>())
  const soundedAt = useRef(Number.NEGATIVE_INFINITY)

  // In another window of the viewer's an alert was seen.
  useEffect(
    () =>
      livePanel.hub.on('livePanelAlert', (one) =>
        client.setQueryData(KEY, (before: typeof data) =>
          before ? { ...before, alerts: [...before.alerts, one] } : before,
        ),
      ),
    [livePanel, client],
  )

  const tell = useCallback(
    (standing: readonly LiveAlert[]) => {
      const fresh = standing.filter(
        (alert) => quiet(seen, alert) === null && told.current.get(alert.id) !== alert.since,
      )
      told.current = new Map(standing.map(({ id, since }) => [id, since]))
      if (fresh.length === 0) return
      setSaid(
        fresh.length > READ_MAX
          ? ALERT_TEXT.many(fresh.length)
          : fresh
              .map(({ name, rule, since }) =>
                ALERT_TEXT.said(name, rule.name, timeOf(new Date(since).toISOString())),
              )
              .join('. '),
      )
      if (!fresh.some(({ rule }) => rule.hasSound) || now() - soundedAt.current < ALERT_SOUND_MS) return
      soundedAt.current = now()
      sounds.play('alert', { isOnce: true })
    },
    [seen, now, sounds],
  )

  const key = JSON.stringify(how)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whom it is about is named by the key
  useEffect(() => {
    if (!data) return
    const look = () => {
      const standing = standingAlerts(rules, peopleOf(people.all(), how), now(), kept.current)
      kept.current.isFirst = false
      setAlerts((before) => (sameAlerts(before, standing) ? before : standing))
      tell(standing)
    }
    look()
    return timers.every(LOOK_MS, look)
  }, [people, key, rules, tell, now, timers])

  return {
    alerts,
    rules,
    said,
    seenAt: (alert) => quiet(seen, alert),
    async see(alert, note) {
      await api.call(seeLiveAlert, { alertID: alert.id, note }, { quiet: true })
      await client.invalidateQueries({ queryKey: KEY })
    },
    async save(next) {
      const { rules: saved } = await api.call(saveLiveAlerts, { rules: [...next] }, { quiet: true })
      client.setQueryData(KEY, (before: typeof data) => ({ alerts: [], ...before, rules: saved }))
    },
  }
}

const sameAlerts = (before: readonly LiveAlert[], after: readonly LiveAlert[]) =>
  before.length === after.length &&
  before.every(
    (one, at) => one.id === after[at]?.id && one.since === after[at]?.since && one.rule === after[at]?.rule,
  )
