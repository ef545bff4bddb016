import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type Experimental,
  endExperimental,
  listExperimentals,
  saveExperimental,
} from '#shared/contract/experimentals.ts'
import type { RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { EXPERIMENTAL_STATES } from '#shared/domain/experimentals.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useLiveIfAny } from '../../services/live.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import styles from './Experimentals.module.css'
import { TEXT } from './text.ts'
import { WhyDialog } from './WhyDialog.tsx'

const LIST = ['experimentals'] as const
const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

type Listed = ResponseOf<typeof listExperimentals>
type Showing = { readonly what: 'change' | 'why'; readonly key: Experimental['key'] }

/** What a save needs to make it as it is now, but for the version. */
const wholeOf = ({ key, state, people, roles, areas, percent, endsOn, owner, version }: Experimental) => {
  const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id)
  return {
    ...{ key, version, state, percent, endsOn, ownerID: owner?.id ?? null },
    ...{ people: ids(people), roles: ids(roles), areas: ids(areas) },
  } satisfies RequestOf<typeof saveExperimental>
}

/** Admin › Experimentals: for whom what is new is (spec 5 §5.8). */
export function ExperimentalsScreen() {
  const { api } = useServices()
  const client = useQueryClient()
  const live = useLiveIfAny()
  const [showing, setShowing] = useState<Showing | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => api.call(listExperimentals, undefined, { quiet: true, signal }),
  })
  const reload = () => void client.invalidateQueries({ queryKey: LIST })
  useEffect(
    () => live?.experimentalNews.onChange(() => void client.invalidateQueries({ queryKey: LIST })),
    [client, live],
  )
  const shown = (what: Showing['what']) =>
    showing?.what === what ? data?.experimentals.find(({ key }) => key === showing.key) : undefined
  const [changing, asking] = [shown('change'), shown('why')]
  const close = () => setShowing(null)
  return (
    <section className={styles.screen} aria-labelledby="experimentals-title">
      <header>
        <h1 id="experimentals-title">{TEXT.title}</h1>
        <p className={styles.lead}>{TEXT.lead}</p>
      </header>
      {error && !data ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={220} />
        </div>
      ) : data.experimentals.length === 0 ? (
        <EmptyState icon={<IconFlask size={28} stroke={1.6} />} title={TEXT.empty} />
      ) : (
        <ul className={styles.list} aria-label={TEXT.list}>
          {data.experimentals.map((one) => (
            <One key={one.key} one={one} people={data.people} onShow={setShowing} onChanged={reload} />
          ))}
        </ul>
      )}
      {data && changing ? (
        <ChangeDialog
          key={changing.version}
          one={changing}
          roles={data.roles}
          areas={data.areas}
          onClose={close}
          onSaved={reload}
        />
      ) : null}
      {asking ? <WhyDialog one={asking} onClose={close} /> : null}
    </section>
  )
}

interface OneProps {
  readonly one: Experimental
  readonly people: Listed['people']
  readonly onShow: (showing: Showing) => void
  readonly onChanged: () => void
}

function One({ one, people, onShow, onChanged }: OneProps) {
  const { key, name, description, state, has, endsOn, owner, changedAt, changedBy } = one
  const button = { size: 'xs', variant: 'default' } as const
  return (
    <li className={styles.one} aria-label={name}>
      <div className={styles.about}>
        <h2>
          {name}
          <span className={styles.state} data-state={state}>
            {EXPERIMENTAL_STATES[state]}
          </span>
        </h2>
        <p className={styles.what}>{description}</p>
        <p className={styles.small}>
          <code>{key}</code>
          {' · '}
          {changedAt === null ? TEXT.neverChanged : TEXT.changed(changedBy, momentText(changedAt))}
        </p>
      </div>
      <dl className={styles.facts}>
        <Fact label={TEXT.forWhom}>
          <ForWhom one={one} />
        </Fact>
        <Fact label={TEXT.has}>{TEXT.of(has, people)}</Fact>
        <Fact label={TEXT.endsOn}>{endsOn === null ? TEXT.noEnd : DAY.format(Date.parse(endsOn))}</Fact>
        <Fact label={TEXT.owner}>{owner?.name ?? TEXT.noOwner}</Fact>
      </dl>
      <div className={styles.actions}>
        <Button {...button} aria-label={TEXT.changeOf(name)} onClick={() => onShow({ what: 'change', key })}>
          {TEXT.change}
        </Button>
        <Button {...button} aria-label={TEXT.whyOf(name)} onClick={() => onShow({ what: 'why', key })}>
          {TEXT.why}
        </Button>
        <OffForAll one={one} onChanged={onChanged} />
      </div>
    </li>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ForWhom({ one: { state, people, roles, areas, percent } }: { readonly one: Experimental }) {
  if (state === 'OFF') return TEXT.nobody
  if (state === 'ON') return TEXT.everybody
  const names = [...people, ...roles, ...areas].map(({ name }) => name)
  const parts = [...names, ...(percent > 0 ? [TEXT.share(percent)] : [])]
  return parts.length === 0 ? TEXT.nobody : parts.join(', ')
}

/** One click, also where somebody changed it since: what it was can be put back. */
function OffForAll({ one, onChanged }: { readonly one: Experimental; readonly onChanged: () => void }) {
  const { api, notices } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [before, setBefore] = useState<Experimental | null>(null)
  const { key, name, state, version } = one
  const attempt = async (run: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await run()
      onChanged()
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    setBusy(false)
  }
  const off = () =>
    attempt(async () => {
      await api.call(endExperimental, { key }, { quiet: true })
      setBefore(one)
      notices.show('success', TEXT.off(name))
    })
  const undo = (was: Experimental) =>
    attempt(async () => {
      await api.call(saveExperimental, { ...wholeOf(was), version }, { quiet: true })
      setBefore(null)
    })
  if (state === 'OFF' && before)
    return (
      <Button size="xs" variant="default" loading={isBusy} onClick={() => void undo(before)}>
        {TEXT.undo}
      </Button>
    )
  return (
    <Button
      size="xs"
      color="red"
      variant="outline"
      disabled={state === 'OFF'}
      loading={isBusy}
      aria-label={TEXT.offForAllOf(name)}
      onClick={() => void off()}
    >
      {TEXT.offForAll}
    </Button>
  )
}
