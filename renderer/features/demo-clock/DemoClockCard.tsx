import './mantine-styles.ts'
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type DemoState, demoClock, setDemoClock, setDemoScene } from '#shared/contract/demo-clock.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { DEMO_SCENES, DEMO_SPEEDS, type DemoScene } from '#shared/domain/demo-clock.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './DemoClock.module.css'
import { TEXT } from './text.ts'
import { again, useDemoClock } from './use-demo-clock.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const EXACT = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: LONDON })
const REFRESH_MS = 10_000

/** How the demo's day goes on, and what sets it (spec 4 §3.2). */
export function DemoClockCard() {
  const { data, error, refetch } = useDemoClock(demoClock, REFRESH_MS)
  if (error && !data)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading} className={styles.card}>
        <Skeleton width="92%" height={30} />
        <Skeleton width="70%" height={18} />
      </div>
    )
  return <Clock state={data} />
}

function Clock({ state }: { readonly state: DemoState }) {
  const { api } = useServices()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<DemoScene | null>(null)
  const { speed, people, real, steppedAt, scene } = state
  const set = async (change: () => Promise<unknown>) => {
    setBusy(true)
    // Why it couldn't be is told by itself.
    await change().catch(() => {})
    await again(client)
    setBusy(false)
  }
  return (
    <div className={styles.card}>
      <SegmentedControl
        aria-label={TEXT.speed}
        fullWidth
        size="xs"
        disabled={isBusy}
        value={String(speed)}
        data={DEMO_SPEEDS.map((one) => ({ value: String(one), label: TEXT.speeds[one] }))}
        onChange={(value) => {
          const wanted = DEMO_SPEEDS.find((one) => String(one) === value)
          if (wanted !== undefined) void set(() => api.call(setDemoClock, { speed: wanted }))
        }}
      />
      <div>
        <p className={styles.state}>{speed === 0 ? TEXT.paused : TEXT.playing(people)}</p>
        {real === 0 ? null : <p>{TEXT.real(real)}</p>}
        <p>{steppedAt === null ? TEXT.never : TEXT.step(EXACT.format(Date.parse(steppedAt)))}</p>
      </div>
      {scene ? (
        <div className={styles.scene}>
          <p>{TEXT.on(TEXT.scenes[scene.name], scene.by, TIME.format(Date.parse(scene.until)))}</p>
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            onClick={() => void set(() => api.call(setDemoScene, { end: true }))}
          >
            {TEXT.end}
          </Button>
        </div>
      ) : (
        <>
          <div className={styles.scene}>
            <NativeSelect
              size="xs"
              aria-label={TEXT.scene}
              value={chosen ?? ''}
              data={[
                { value: '', label: TEXT.choose },
                ...DEMO_SCENES.map((one) => ({ value: one, label: TEXT.scenes[one] })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                setChosen(DEMO_SCENES.find((one) => one === value) ?? null)
              }
            />
            <Button
              size="xs"
              variant="light"
              disabled={chosen === null || speed === 0}
              loading={isBusy}
              onClick={() => chosen && void set(() => api.call(setDemoScene, { name: chosen }))}
            >
              {TEXT.setOff}
            </Button>
          </div>
          {chosen ? <p>{TEXT.what[chosen]}</p> : null}
        </>
      )}
    </div>
  )
}
