import './mantine-styles.ts'
import { Button, Checkbox, Menu, Modal } from '@mantine/core'
import { IconAlertTriangle, IconBolt, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  boostProject,
  type HypervisorColumn,
  type HypervisorPerson,
  type HypervisorState,
  hypervisorState,
  moveOnHypervisor,
} from '#shared/contract/hypervisor.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FiguresNote } from '../figures-note/index.ts'
import { Column } from './Column.tsx'
import styles from './Hypervisor.module.css'
import { columnsOf, effectOf, whereIs } from './model.ts'
import { TEXT } from './text.ts'
import { useCardDrag } from './use-card-drag.ts'

const KEY = ['hypervisor'] as const
/** Time alone changes what shows: who waits, what is overdue. */
const AGAIN_MS = 30_000
const HOUR_MS = 3_600_000
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const BOOSTS = [1, 2, 4] as const

/** Reads the board again when the server says that it is otherwise, within a second. */
function useNews(): void {
  const { livePanel } = useSignedIn()
  const client = useQueryClient()
  const { timers } = useServices()
  useEffect(() => {
    const { hub } = livePanel
    // What is on its way isn’t begun anew: changes come faster than answers on a busy server.
    const again = () => void client.invalidateQueries({ queryKey: KEY }, { cancelRefetch: false })
    const watch = () => {
      hub.invoke('watchHypervisor').catch(() => {})
      again()
    }
    const offs = [hub.on('hypervisorChange', again), hub.onConnected(watch), timers.every(AGAIN_MS, again)]
    if (hub.state === 'connected') watch()
    return () => {
      for (const off of offs) off()
      void hub.invoke('leaveHypervisor').catch(() => {})
    }
  }, [client, livePanel, timers])
}

/** Resource › Power resourcing › Hypervisor: projects now, and who is on them (spec 4 §4.5.3). */
export function HypervisorScreen() {
  const { api } = useServices()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(hypervisorState, {}, { quiet: true, signal }),
  })
  useNews()
  const { data } = query
  return (
    <section className={styles.page} aria-label={TEXT.title}>
      {query.error && !data ? (
        <LoadFailure
          icon={<IconUsers size={26} />}
          title={TEXT.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : data ? (
        <Loaded state={data} isOld={query.isError} />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          {Array.from({ length: 4 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <Skeleton key={at} width={260} height={420} />
          ))}
        </div>
      )}
    </section>
  )
}

interface Wanted {
  readonly person: HypervisorPerson
  readonly to: HypervisorColumn
}

function Loaded({ state, isOld }: { readonly state: HypervisorState; readonly isOld: boolean }) {
  const { api, now } = useServices()
  const client = useQueryClient()
  const permissions = useSession((session) => session.permissions)
  const mayMove = permissions.can('IRESOURCE_CAN_ASSIGN')
  const mayBoost = permissions.can('PROJECTS_CAN_BOOST')
  const [address, setAddress] = useSearchParams()
  const onlyRisk = address.get('show') === 'at-risk'
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const columns = useMemo(() => columnsOf(state), [state])
  const risks = state.projects.reduce((sum, { atRisk }) => sum + atRisk.length, 0)
  const shown = onlyRisk ? state.projects.filter(({ atRisk }) => atRisk.length > 0) : state.projects
  const names = useMemo(() => new Map(state.projects.map(({ id, name }) => [id, name])), [state])
  const personOf = (userID: number) => state.people.find((one) => one.userID === userID)
  const effect = (person: HypervisorPerson, to: HypervisorColumn) => effectOf(state, person, to, now())

  const begin = (userID: number, column: number) => {
    const person = personOf(userID)
    const to = state.projects.find(({ id }) => id === column)
    if (!person || !to) return
    const { against } = effect(person, to)
    if (against === '') setWanted({ person, to })
    else setSaid(against)
  }
  const { carried, wasDragged, handlers } = useCardDrag({
    columns: shown.map(({ id }) => id),
    columnOf: (userID) => {
      const person = personOf(userID)
      return person ? whereIs(person) : null
    },
    onDrop: begin,
    onTaken: () => setSaid(TEXT.taken),
    onPutBack: () => setSaid(TEXT.putBack),
  })
  const person = carried ? personOf(carried.userID) : undefined
  const over = carried ? state.projects.find(({ id }) => id === carried.over) : undefined
  const moving = person && over ? effect(person, over) : null
  const words =
    moving && over
      ? TEXT.over(
          over.name,
          TEXT.effect(moving.from?.name ?? null, moving.fromBy, over.name, moving.toBy),
          moving.against,
        )
      : said
  const put = (next: HypervisorState) => client.setQueryData(KEY, next)
  const boost = async (projectID: number, hours: number | null) => {
    setProblem(null)
    try {
      const until = hours === null ? null : new Date(now() + hours * HOUR_MS).toISOString()
      put(await api.call(boostProject, { projectID, until }, { quiet: true }))
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <>
      <FiguresNote />
      <header className={styles.bar}>
        <h2>{TEXT.title}</h2>
        <Button
          size="xs"
          variant={onlyRisk ? 'filled' : 'default'}
          aria-pressed={onlyRisk}
          leftSection={<IconAlertTriangle size={14} />}
          onClick={() =>
            setAddress(
              (before) => {
                const next = new URLSearchParams(before)
                if (onlyRisk) next.delete('show')
                else next.set('show', 'at-risk')
                return next
              },
              { replace: true },
            )
          }
        >
          {TEXT.onlyRisk(risks)}
        </Button>
        <span className={styles.grow} />
        <small className={styles.asOf}>{isOld ? TEXT.asOf(TIME.format(Date.parse(state.asOf))) : ''}</small>
      </header>
      {problem === null ? null : <Problem>{problem}</Problem>}
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconUsers size={28} stroke={1.5} />}
          title={onlyRisk && state.projects.length > 0 ? TEXT.nothingAtRisk : TEXT.empty}
        />
      ) : (
        <div className={styles.board} data-carrying={carried ? '' : undefined} {...(mayMove ? handlers : {})}>
          {shown.map((project) => (
            <Column
              key={project.id}
              project={project}
              people={columns.get(project.id) ?? []}
              names={names}
              choices={state.projects}
              mayMove={mayMove}
              carried={carried?.userID ?? null}
              change={
                moving === null
                  ? null
                  : project.id === over?.id
                    ? moving.toBy
                    : project.id === moving.from?.id
                      ? moving.fromBy
                      : null
              }
              isOver={project.id === over?.id}
              against={project.id === over?.id ? (moving?.against ?? '') : ''}
              wasDragged={wasDragged}
              onMove={begin}
              boost={
                <Boost
                  project={project}
                  mayBoost={mayBoost}
                  onBoost={(hours) => void boost(project.id, hours)}
                />
              }
            />
          ))}
          {onlyRisk || (columns.get(null) ?? []).length === 0 ? null : (
            <Column
              project={null}
              people={columns.get(null) ?? []}
              {...{ names, mayMove, wasDragged }}
              choices={state.projects}
              carried={carried?.userID ?? null}
              change={null}
              isOver={false}
              against=""
              onMove={begin}
              boost={null}
            />
          )}
        </div>
      )}
      <div className={styles.foot}>
        <span role="status">{words}</span>
        <span className={styles.grow} />
        {mayMove ? <small>{TEXT.help}</small> : null}
      </div>
      {wanted ? (
        <MoveDialog
          {...wanted}
          effect={effect(wanted.person, wanted.to)}
          maySwitch={permissions.can('CAN_FORCE_MASTER_ACTIVITY')}
          onClose={() => setWanted(null)}
          onMoved={(next) => {
            put(next)
            setSaid(TEXT.moved(wanted.person.name, wanted.to.name))
            setWanted(null)
          }}
        />
      ) : null}
    </>
  )
}

interface BoostProps {
  readonly project: HypervisorColumn
  readonly mayBoost: boolean
  readonly onBoost: (hours: number | null) => void
}

function Boost({ project, mayBoost, onBoost }: BoostProps) {
  const { now } = useServices()
  const until = project.boostedUntil === null ? null : Date.parse(project.boostedUntil)
  if (until !== null && until > now())
    return (
      <span className={styles.boosted}>
        <IconBolt size={14} aria-hidden="true" /> {TEXT.boosted(TIME.format(until))}
        {mayBoost ? (
          <Button size="compact-xs" variant="subtle" onClick={() => onBoost(null)}>
            {TEXT.endBoost}
          </Button>
        ) : null}
      </span>
    )
  if (!mayBoost) return null
  return (
    <Menu>
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" leftSection={<IconBolt size={14} />}>
          {TEXT.boost}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {BOOSTS.map((hours) => (
          <Menu.Item key={hours} onClick={() => onBoost(hours)}>
            {TEXT.boostFor(hours)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface MoveDialogProps extends Wanted {
  readonly effect: ReturnType<typeof effectOf>
  readonly maySwitch: boolean
  readonly onClose: () => void
  readonly onMoved: (state: HypervisorState) => void
}

function MoveDialog({ person, to, effect, maySwitch, onClose, onMoved }: MoveDialogProps) {
  const { api } = useServices()
  const [switchNow, setSwitchNow] = useState(false)
  const [afterCall, setAfterCall] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const move = async () => {
    setBusy(true)
    try {
      const wanted = { userID: person.userID, projectID: to.id, afterCall, switchNow }
      onMoved(await api.call(moveOnHypervisor, wanted, { quiet: true }))
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.move(person.name, to.name)} size={440} centered>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void move()
        }}
      >
        <p>
          {person.shift === null ? '' : TEXT.until24(TIME.format(Date.parse(person.shift.end)))}{' '}
          {TEXT.effect(effect.from?.name ?? null, effect.fromBy, to.name, effect.toBy)}
        </p>
        {maySwitch ? (
          <>
            <Checkbox
              label={TEXT.switchNow}
              description={TEXT.switchHint}
              checked={switchNow}
              onChange={(event) => setSwitchNow(event.currentTarget.checked)}
            />
            <Checkbox
              label={TEXT.afterCall}
              disabled={!switchNow}
              checked={afterCall}
              onChange={(event) => setAfterCall(event.currentTarget.checked)}
            />
          </>
        ) : null}
        {problem === null ? null : <Problem>{problem}</Problem>}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" data-autofocus loading={isBusy}>
            {TEXT.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
